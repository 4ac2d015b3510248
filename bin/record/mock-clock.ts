import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { makeClient } from '../../src/target/client.ts'
import { Unusable } from '../../src/target/opening/unusable.ts'

const PATH = '/_understudy/clock'
const PATIENCE_MS = 10_000

/** Reads a mock's clock, so that recorded times are relative to it. */
export async function mockClock(url: string): Promise<RecordedExchange> {
  const client = makeClient(url, { timeoutMs: PATIENCE_MS })
  const exchange = await client.send({ method: 'GET', path: PATH, headers: {}, body: undefined })
  await client.close()
  if (!exchange.answered) throw new Unusable(`${url} did not tell its time: ${exchange.problem}.`)
  const { status, headers: answerHeaders, text: answer } = exchange.received
  return { method: 'GET', path: PATH, headers: {}, body: '', status, answerHeaders, answer }
}
