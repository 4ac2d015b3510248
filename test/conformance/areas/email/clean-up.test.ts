import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCandidate } from '../../../../examples/second-candidate/server.ts'
import { verify } from '../../../../src/conformance/verify.ts'
import { loadContract } from '../../../../src/contract/contract.ts'
import source from '../../../../src/contract/generated/spec.js'
import { isObject } from '../../../../src/contract/json.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import type { Driver } from '../../../../src/target/driver.ts'
import { ROOT } from '../../../support/command.ts'
import { FULL } from '../../../support/judged-candidate.ts'
import { judgedMock } from '../../../support/judged-mock.ts'

/** From how many bounces on sending is paused is open; a driver may not tell, and may not be able to lift it. */
const PAUSING = {
  areas: ['email'],
  skip: ['invalid', 'parallel'],
  gaps: { 'email.pause-counting': { windowHours: 24, minimum: 1, bounces: 'hard', pausesWhen: 'reached' } },
} as const

/** What has no part in it is left out of the ordinary run. */
const WITHOUT_PART = /Route|Webhook|Deliver|SendKey/
const withPart = (own: Profile): Profile => ({
  ...own,
  leaveOut: FULL ? own.leaveOut : [...own.leaveOut, ...OPERATIONS.filter((id) => WITHOUT_PART.test(id))],
})
const OPERATIONS = [...loadContract(source).operations.values()].flatMap(({ id, area }) => (area === 'email' ? id : []))

const silent = (driver: Driver): Driver => ({
  ...driver,
  async cause(event, body) {
    const answer = await driver.cause(event, body)
    return isObject(answer) ? { ...answer, paused: undefined } : answer
  },
})

test('a pause that bounces brought about is lifted after the sequence, told or not', async () => {
  const { failures, coverage, told } = await judgedMock({
    ...PAUSING,
    driver: silent,
    profile: withPart,
    ...(!FULL && { maxRequests: 1000 }),
  })
  const refused = [...coverage.inconclusive].filter(([what]) => what.startsWith('messageSent'))
  expect(failures.map(({ finding }) => finding)).toEqual([])
  // Only within the sequences that bring it about.
  expect(refused.reduce((sum, [, times]) => sum + times, 0)).toBeLessThan(5)
  expect(told).toContain('sendingUnpaused')
})

test.runIf(FULL)('where nobody can lift a pause, what may bring it about comes last', async () => {
  const unable = (own: Driver): Driver => ({ ...own, can: (event) => event !== 'sendingUnpaused' && own.can(event) })
  const { told } = await judgedMock({ ...PAUSING, driver: unable })
  const first = told.findIndex((event) => event === 'messageBounced' || event === 'messageComplained')
  const after = new Set(told.slice(first))
  // The walks about bounces are many by now; nothing about quotas is among them.
  expect(first).toBeGreaterThan(told.length * 0.6)
  expect(after).not.toContain('quotaChanges')
})

test.runIf(FULL)('so is one that came with the news of another message', async () => {
  const target = await startCandidate({ variant: 'b', faults: [], port: 0 })
  onTestFinished(() => target.close())
  const profile = join(ROOT, 'examples/second-candidate/profile-b.yaml')
  const { report } = await verify({ url: target.url, profile, areas: ['email'], seed: 11, maxRequests: 1000 })
  expect(report.inconclusive.filter(({ what }) => what.includes('paused'))).toEqual([])
})
