import type { ProbingSpan, UptimeProbeRow } from '../state/index.ts'

/** A period at a vantage without reported probes, between one reported probe and the next. */
export interface QuietStretch {
  readonly sinceMs: number
  readonly untilMs: number
  /** Failures in a row when it began. */
  readonly failures: number
}

/** The periods between reported probes, newest first. After unconfirmed failures nothing is known. */
export function quietStretches(told: readonly UptimeProbeRow[], confirmed: number): QuietStretch[] {
  const sorted = told.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq)
  const untilMs = (index: number) => sorted[index]?.atMs ?? Number.POSITIVE_INFINITY
  const stretches: QuietStretch[] = [{ sinceMs: Number.NEGATIVE_INFINITY, untilMs: untilMs(0), failures: 0 }]
  let failures = 0
  for (const [index, { ok, atMs }] of sorted.entries()) {
    failures = ok ? 0 : failures + 1
    if (ok || failures >= confirmed) stretches.push({ sinceMs: atMs, untilMs: untilMs(index + 1), failures })
  }
  return stretches.reverse()
}

export interface DueProbe {
  readonly atMs: number
  /** The how-manieth of its stretch. */
  readonly number: number
}

type Times = { readonly fromMs: number; readonly toMs: number }

/** The probes of a span that fell due in a quiet stretch, newest first; the first a full interval after it began. */
export function* probesDue(
  span: ProbingSpan,
  { sinceMs, untilMs }: Omit<QuietStretch, 'failures'>,
  { fromMs, toMs }: Times,
): Generator<DueProbe> {
  const step = span.intervalSeconds * 1000
  const ticks = (atMs: number) => (atMs - span.fromMs) / step
  const first = Math.max(1, Math.ceil(ticks(sinceMs) + 1))
  const last = Math.floor(ticks(Math.min(untilMs - 1, toMs, span.toMs ?? toMs)))
  for (let tick = last; tick >= Math.max(first, ticks(fromMs)); tick--)
    yield { atMs: span.fromMs + tick * step, number: tick - first + 1 }
}
