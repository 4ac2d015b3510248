import { expect, onTestFinished, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { openWalking } from '../../../support/walking.ts'

/** What is found where a resolved incident is published long after, on a target with these choices. */
async function found(gaps: Profile['gaps'], judged: Profile['gaps'] = {}) {
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: judged }) })
  onTestFinished(() => walking.close())
  const walks = INCIDENT_SCRIPTS.flatMap((script) => script.walks(new Map(walking.contract.operations)) ?? [])
  const pages = walks.filter(
    (walk) =>
      walk.some((goal) => goal.kind === 'event' && goal.event === 'advanceClock') &&
      walk.some((goal) => goal.kind === 'event' && goal.event === 'statusPageViewed'),
  )
  expect(pages.length).toBeGreaterThan(0)
  const door = walking.contract.doors.get('getStatusPage')
  const findings = []
  for (const walk of pages) {
    findings.push((await walking.walk(walk)).finding)
    if (door) findings.push((await walking.walk([...walk, call(door)])).finding)
  }
  return findings.filter((finding) => finding !== undefined)
}

test('for how long a resolved incident stays on a status page is open', async () => {
  expect(await found({ 'oncall.status-page-days': 7 })).toEqual([])
})

test('unless the profile says it', async () => {
  const findings = await found({ 'oncall.status-page-days': 7 }, { 'oncall.status-page-days': null })
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'failure' }))
})
