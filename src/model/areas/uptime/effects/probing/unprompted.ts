import type { TimerContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Writer } from '../../../../world/writer.ts'
import { standingAt } from '../../queries/condition.ts'
import type { ProbingSpan, UptimeMonitorRow, UptimeProbeRow } from '../../state/index.ts'
import { recordProbe } from './probe.ts'

export interface Sample {
  readonly vantage: string
  readonly atMs: number
  readonly ok: boolean
  readonly latencyMs: number
}

export const PROBE_DUE = 'probe-due'

/** Sets the timer of the first probe of a pending monitor; later ones need none, they are worked out when asked for. */
export function awaitFirstProbe(context: Reader & Writer, monitor: UptimeMonitorRow): UptimeMonitorRow {
  if (monitor.dueId !== undefined) context.cancel(monitor.dueId)
  const waits = monitor.enabled && !monitor.deleted && monitor.state === 'pending'
  if (!waits || context.gap('uptime.unprompted-probe') === 'nothing') return { ...monitor, dueId: undefined }
  const atMs = context.nowMs + monitor.intervalSeconds * 1000
  return { ...monitor, dueId: context.schedule(PROBE_DUE, atMs, { org: monitor.org, monitorId: monitor.id }) }
}

/** The first probe of a monitor that no outside event spoke of: it finds everything well. */
export function firstProbeDue(context: TimerContext): void {
  const found = context.get('UptimeMonitor', context.org, String(context.data.monitorId))
  if (!found?.enabled || found.deleted || found.state !== 'pending') return
  const latencyMs = context.gap('uptime.usual-latency-ms')
  let monitor = found
  for (const vantage of found.vantages) {
    if (standingAt(monitor, vantage).failures > 0) continue
    monitor = recordProbe(context, monitor, { vantage, atMs: context.nowMs, outcome: 'ok', latencyMs })
  }
}

/** The probes nobody spoke of: successes in the monitor's rhythm, except where a failure was the last thing heard. */
export function unpromptedSamples(
  reader: Reader,
  monitor: UptimeMonitorRow,
  recorded: readonly UptimeProbeRow[],
  fromMs: number,
): Sample[] {
  if (reader.gap('uptime.unprompted-probe') === 'nothing') return []
  const latencyMs = reader.gap('uptime.usual-latency-ms')
  return monitor.spans.flatMap((span) =>
    span.vantages.flatMap((vantage) => {
      const told = recorded
        .filter((probe) => probe.vantage === vantage)
        .toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq)
      const until = Math.min(span.toMs ?? reader.nowMs, reader.nowMs)
      return quietInstants(span, told, fromMs, until).map((atMs) => ({ vantage, atMs, ok: true, latencyMs }))
    }),
  )
}

/** Instants of a span at which a probe falls due and nothing else is known, or known to have failed. */
function quietInstants(span: ProbingSpan, told: readonly UptimeProbeRow[], fromMs: number, toMs: number): number[] {
  const step = span.intervalSeconds * 1000
  const instants: number[] = []
  const skipped = Math.max(1, Math.ceil((fromMs - span.fromMs) / step))
  let heard = 0
  for (let atMs = span.fromMs + skipped * step; atMs <= toMs; atMs += step) {
    while (heard < told.length && (told[heard]?.atMs ?? 0) <= atMs) heard++
    const last = told[heard - 1]
    if (!last || (last.ok && last.atMs <= atMs - step)) instants.push(atMs)
  }
  return instants
}
