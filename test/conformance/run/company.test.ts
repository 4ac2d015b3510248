import { expect, onTestFinished, test } from 'vitest'
import { runJudge } from '../../../src/conformance/run/runner.ts'
import type { Client } from '../../../src/target/client.ts'
import { NO_DRIVER } from '../../../src/target/driver.ts'
import { received } from '../../../src/target/received.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that answers wrongly as often as told, counted from when somebody has made a thing. */
const spoiling =
  (times: number) =>
  (client: Client): Client => {
    let [left, isUnderWay] = [times, false]
    return {
      ...client,
      async send(sent, held) {
        const exchange = await client.send(sent, held)
        isUnderWay ||= sent.method === 'POST'
        if (!isUnderWay || !exchange.answered || !isList(sent) || left === 0) return exchange
        left -= 1
        return { ...exchange, received: received(200, { 'content-type': 'application/json' }, '{"services":"none"}') }
      },
    }
  }

const isList = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' && path.endsWith('/uptime/services')

async function judgedWith(concurrency: number, wrongAnswers: number) {
  const { contract, mock, session, close } = await openWalking({ between: spoiling(wrongAnswers) })
  onTestFinished(close)
  const { client } = session
  const limits = { seed: 4, runs: 0, maxSteps: 12, maxRequests: 100, skip: ['invalid', 'parallel'] as const }
  const { failures, coverage } = await runJudge({
    ...{ contract, client, driver: NO_DRIVER, url: mock.url, areas: ['uptime'], concurrency, ...limits },
  })
  return { how: failures.map(({ how }) => how), inconclusive: [...coverage.inconclusive.keys()] }
}

const ALWAYS = Number.POSITIVE_INFINITY

test('a failure that was seen once, while other sequences ran, is not held against the target', async () => {
  const { how, inconclusive } = await judgedWith(8, 1)
  expect(how).toEqual([])
  expect(inconclusive).toContain('listUptimeServices did not happen again alone')
})

test('one that was seen once while nothing else ran is reported as flaky', async () => {
  expect((await judgedWith(1, 1)).how).toEqual(['flaky'])
})

test('one that happens again is reported, whatever ran beside it', async () => {
  expect((await judgedWith(8, ALWAYS)).how).toEqual(['reduced'])
})
