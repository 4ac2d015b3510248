import { isObject } from '../../contract/json.ts'
import { jsonOf, type RecordedExchange, timeOf } from './recorded-exchange.ts'

/** A reading of a mock's clock, and the time of the reading. */
interface Reading {
  readonly nowMs: number
  readonly isStill: boolean
  readonly atMs: number
}

/** Requests to a mock whose clock was looked at meanwhile, with the time by that clock. */
export function withMockTime(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  const first = exchanges.map(readingOf).find((reading) => reading !== undefined)
  if (!first) return [...exchanges]
  let latest = first
  return exchanges.map((exchange) => {
    const at = timeOf(exchange) ?? latest.atMs
    latest = readingOf(exchange) ?? latest
    return { ...exchange, atMs: latest.isStill ? latest.nowMs : latest.nowMs + at - latest.atMs }
  })
}

function readingOf(exchange: RecordedExchange): Reading | undefined {
  if (!exchange.path.startsWith('/_understudy/clock')) return undefined
  const clock = jsonOf(exchange.answer)
  const nowMs = isObject(clock) ? Date.parse(String(clock.now)) : Number.NaN
  const atMs = timeOf(exchange)
  if (!isObject(clock) || Number.isNaN(nowMs) || atMs === undefined) return undefined
  return { nowMs, isStill: clock.mode === 'frozen', atMs }
}
