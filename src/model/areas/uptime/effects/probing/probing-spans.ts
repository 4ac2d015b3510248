import type { ProbingSpan, UptimeMonitorRow } from '../../state/index.ts'

/** Probing stops at an instant. */
export function closeSpan(spans: readonly ProbingSpan[], atMs: number): readonly ProbingSpan[] {
  return spans.map((span) => (span.toMs === undefined ? { ...span, toMs: atMs } : span))
}

type Rhythm = Pick<UptimeMonitorRow, 'enabled' | 'intervalSeconds' | 'vantages' | 'spans'>

/** Probing continues with the current interval; nothing restarts if it did not change. */
export function continueSpans(
  { enabled, intervalSeconds, vantages, spans }: Rhythm,
  atMs: number,
): readonly ProbingSpan[] {
  const current = spans.at(-1)
  const runs = current !== undefined && current.toMs === undefined
  const same = runs && current.intervalSeconds === intervalSeconds && sameSet(current.vantages, vantages)
  if (enabled && same) return spans
  const closed = closeSpan(spans, atMs)
  return enabled ? [...closed, { fromMs: atMs, toMs: undefined, intervalSeconds, vantages }] : closed
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}
