import type { Reader } from '../../../../world/reader.ts'
import { failuresNeeded } from '../../queries/condition.ts'
import { probesDue, quietStretches } from '../../queries/quiet-stretches.ts'
import type { UptimeMonitorRow, UptimeProbeRow } from '../../state/index.ts'

export interface Sample {
  readonly vantage: string
  readonly atMs: number
  readonly ok: boolean
  /** Undefined: as usual. */
  readonly latencyMs: number | undefined
}

/** A probe without a reported result. */
export interface UnpromptedSample extends Sample {
  /** The how-manieth failure in a row it is; 0 when it succeeded. */
  readonly attempt: number
}

interface Wanted {
  readonly vantage: string
  readonly fromMs: number
  readonly onlyFailing?: boolean
}

/**
 * The probes at a vantage that nobody told of, newest first, in the monitor's rhythm: they succeed, or go on failing
 * where failure was confirmed. A vantage that failed less often than that waits to be told.
 */
export function* unpromptedSamples(
  reader: Reader,
  monitor: UptimeMonitorRow,
  told: readonly UptimeProbeRow[],
  { vantage, fromMs, onlyFailing = false }: Wanted,
): Generator<UnpromptedSample> {
  const choice = reader.gap('uptime.unprompted-probe')
  if (choice === 'nothing') return
  const spans = monitor.spans.filter((span) => span.vantages.includes(vantage)).toReversed()
  for (const stretch of quietStretches(told, confirmedBy(reader, monitor, told))) {
    const { failures } = stretch
    if (failures > 0 ? choice !== 'continue' : onlyFailing) continue
    for (const span of spans)
      for (const { atMs, number } of probesDue(span, stretch, { fromMs, toMs: reader.nowMs }))
        yield {
          ...{ vantage, atMs, latencyMs: undefined },
          ...{ ok: failures === 0, attempt: failures === 0 ? 0 : failures + number },
        }
  }
}

/** The number of failures that confirm one; only asked when there is a failure. */
function confirmedBy(reader: Reader, monitor: UptimeMonitorRow, told: readonly UptimeProbeRow[]): number {
  return told.some(({ ok }) => !ok) ? failuresNeeded(reader, monitor) : 1
}
