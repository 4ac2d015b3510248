import { expect, onTestFinished, test } from 'vitest'
import { judgeMisbehaving, misbehaving } from '../../bench/torture/misbehaving-targets.ts'
import { MISBEHAVIOURS, type Misbehaviour } from '../../bench/torture/misbehaviour.ts'
import { verify } from '../../src/conformance/verify.ts'
import { sampled } from '../support/sampled.ts'

const FULL = Boolean(process.env.UNDERSTUDY_FULL)

test('there are more than 42 kinds of misbehaviour to try', () => {
  expect(Object.keys(MISBEHAVIOURS).length).toBeGreaterThan(42)
})

// At the same time: most of it is waiting. `bench/torture/misbehaving-targets.ts` tries them from the start, too.
test.concurrent.for(sampled(Object.entries(MISBEHAVIOURS), 12))(
  '%s: the run ends in time, with a report, and what it made is gone or told',
  async ([, misbehave], { expect: expectHere }) => {
    const { held, wrong } = await judgeMisbehaving(misbehave, { after: 40, limitMs: 2_000 })
    expectHere(wrong).toEqual([])
    expectHere(held).toContain('a report')
  },
)

test('what a request made whose answer never came is removed too', async () => {
  const tornOff: Misbehaviour = ({ message, socket, response, text, number }) =>
    void (message.method === 'POST' && number % 3 === 0 ? socket.resetAndDestroy() : response.end(text))
  const { held, wrong } = await judgeMisbehaving(tornOff, { after: 40, limitMs: 50_000, maxRequests: 150 })
  expect(wrong).toEqual([])
  expect(held).toBe('a report; all that was made is gone')
})

async function started(misbehave: Misbehaviour, after: number): Promise<string> {
  const { url, close } = await misbehaving(misbehave, after)
  onTestFinished(close)
  return url
}

test('an interruption reaches a request that never ends', async () => {
  const url = await started(() => {}, 40)
  const control = new AbortController()
  setTimeout(() => control.abort(), 1_500)
  const startedMs = performance.now()
  const { report } = await verify({ url, areas: ['tokens'], seed: 5, timeLimitMs: 600_000, signal: control.signal })
  expect(performance.now() - startedMs).toBeLessThan(7_000)
  expect(report.stopped?.because).toBe('interrupted')
})

test.for(sampled(['a clock two hours behind', 'a clock two hours ahead'], 2))(
  '%s in the headers is not held against a target',
  async (kind) => {
    const url = await started(MISBEHAVIOURS[kind] ?? (() => {}), 0)
    const areas = ['tokens', 'oncall', 'uptime']
    const { report } = await verify({ url, areas, seed: 5, runs: FULL ? 50 : 0, maxRequests: FULL ? 5_000 : 300 })
    expect(report.failures.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([])
  },
)
