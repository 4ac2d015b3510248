import { expect, test } from 'vitest'
import { runJudge } from '../../../src/conformance/run/runner.ts'
import { makeTargetClock } from '../../../src/conformance/session/target-clock.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { makeClient } from '../../../src/target/client.ts'
import { controlDriver, NO_DRIVER } from '../../../src/target/driver.ts'
import { fetchClient } from '../../../src/target/fetch-client.ts'
import { mockProfile } from '../../../src/target/opening/mock-profile.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { sampled } from '../../support/sampled.ts'

const DAY_MS = 86_400_000

test('a clock is where two things that were made say it is, moved or not', () => {
  const clock = makeTargetClock(() => 100 * DAY_MS)
  expect([clock.now(), clock.isShown]).toEqual([100 * DAY_MS, false])
  clock.shows(20 * DAY_MS)
  expect([clock.now(), clock.isShown]).toEqual([100 * DAY_MS, false])
  clock.shows(20 * DAY_MS + 2_000)
  expect([clock.now(), clock.isShown]).toEqual([20 * DAY_MS + 2_000, true])
  clock.moveAhead(DAY_MS)
  clock.shows(21 * DAY_MS)
  expect(clock.now()).toBe(21 * DAY_MS + 2_000)
  clock.isBack()
  expect(clock.now()).toBe(20 * DAY_MS + 2_000)
})

test('one odd time is not a clock', () => {
  const clock = makeTargetClock(() => 100 * DAY_MS)
  clock.shows(0)
  clock.shows(100 * DAY_MS)
  clock.shows(0)
  expect([clock.now(), clock.isShown]).toEqual([100 * DAY_MS, true])
})

/** Its Date header tells another time, as a server's own does. */
test.each(sampled([true, false], 2))(
  'nobody is accused of keeping a time of their own (driver: %s)',
  async (driven) => {
    const clock = '2026-03-05T09:00:00Z'
    const mock = await createMock({ port: 0, seed: 'small', clock })
    const profile = await mockProfile(fetchClient((path, init) => mock.fetch(path, init)))
    const contract = loadContract(source, profile)
    const client = makeClient(mock.url)
    const driver = driven ? controlDriver(mock.url, contract.controlOperations) : NO_DRIVER
    const { failures, requests } = await runJudge({
      ...{ contract, client, driver, url: mock.url, seed: 3, runs: 0, maxSteps: 20 },
      areas: ['registry', 'oncall'],
      maxRequests: FULL ? 1500 : 700,
    })
    const now = await mock.fetch('/_understudy/clock').then((answer) => answer.json())
    await client.close()
    await mock.close()
    expect(failures.map(({ finding }) => finding)).toEqual([])
    expect(requests).toBeGreaterThan(500)
    // It is left as it was found.
    expect(now).toMatchObject({ mode: 'set', now: expect.stringMatching(/^2026-03-05T09:/) })
  },
  60_000,
)
