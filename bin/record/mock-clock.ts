import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'

const PATH = '/_understudy/clock'
const PATIENCE_MS = 10_000

/** Reads a mock's clock, so that recorded times are relative to it. */
export async function mockClock(url: string): Promise<RecordedExchange> {
  const response = await fetch(url.replace(/\/$/, '') + PATH, { signal: AbortSignal.timeout(PATIENCE_MS) })
  const answer = await response.text()
  const answerHeaders = Object.fromEntries(response.headers)
  return { method: 'GET', path: PATH, headers: {}, body: '', status: response.status, answerHeaders, answer }
}
