import { expect, onTestFinished, test } from 'vitest'
import { PAGING_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/paging.ts'
import type { Goal } from '../../../../../src/conformance/script/goal.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { withColleagueElsewhere } from '../../../../support/colleague-elsewhere.ts'
import { openWalking } from '../../../../support/walking.ts'

const clears = (goal: Goal): boolean => goal.kind === 'call' && goal.operation.id === 'clearProviderCredential'

/** Whoever belongs to another organization too is paged through its provider. */
const throughTheOther = (own: Driver): Driver => ({
  ...own,
  async cause(event, body) {
    const answer = await own.cause(event, body)
    const pages = [Object(answer).pages ?? []].flat()
    return event === 'listPages' ? { ...Object(answer), pages: pages.map(sent) } : answer
  },
})
const sent = (page: object) => (Object(page).userId === 'usr_bo' ? { ...page, outcome: 'sent' } : page)

async function found(drivenBy: (driver: Driver) => Driver) {
  const gaps = { 'general.acting-organization': 'header' } as const
  const walking = await openWalking({ drivenBy, gaps, judgedBy: withColleagueElsewhere })
  onTestFinished(() => walking.close())
  const walks = PAGING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter((walk) =>
    walk.some(clears),
  )
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings.filter((finding) => finding !== undefined)
}

test('somebody of two organizations is paged through the one whose incident it is', async () => {
  expect(await found((driver) => driver)).toEqual([])
  expect(await found(throughTheOther)).toMatchObject([{ code: 'paged', wrong: 'sent without credential' }])
})
