import type { TimerContext } from '../../../../request/contexts.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { standingAt } from '../../queries/condition.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { recordProbes } from './probe.ts'

export const PROBE_DUE = 'probe-due'

/** Sets the timer of the first probe of a pending monitor; later ones need none, they are worked out when asked for. */
export function awaitFirstProbe(context: Transaction, monitor: UptimeMonitorRow): UptimeMonitorRow {
  if (monitor.dueId !== undefined) context.cancel(monitor.dueId)
  const waits = monitor.enabled && !monitor.deleted && monitor.state === 'pending'
  if (!waits || context.gap('uptime.unprompted-probe') === 'nothing') return { ...monitor, dueId: undefined }
  const atMs = context.nowMs + monitor.intervalSeconds * 1000
  return { ...monitor, dueId: context.schedule(PROBE_DUE, atMs, { org: monitor.org, monitorId: monitor.id }) }
}

/** The first probe of a monitor that no outside event spoke of: it finds everything well. */
export function firstProbeDue(context: TimerContext): void {
  const monitor = context.get('UptimeMonitor', context.org, String(context.data.monitorId))
  if (!monitor?.enabled || monitor.deleted || monitor.state !== 'pending') return
  const vantages = monitor.vantages.filter((vantage) => standingAt(monitor, vantage).failures === 0)
  recordProbes(context, monitor, vantages, { atMs: context.nowMs, outcome: 'ok', latencyMs: undefined })
}
