import { Temporal } from 'temporal-polyfill'
import { isObject } from '../../contract/json.ts'

/** Milliseconds by which the event `advanceClock` moves the clock. */
export function aheadBy(body: unknown): number {
  if (!isObject(body) || typeof body.by !== 'string') return 0
  const ms = spans.get(body.by) ?? Temporal.Duration.from(body.by).total({ unit: 'milliseconds', relativeTo: SOME_DAY })
  spans.set(body.by, ms)
  return ms
}

const SOME_DAY = '2026-01-01'
/** Parsed durations; a run uses only a few different ones. */
const spans = new Map<string, number>()
