import type { TimerContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { confirmedFailing, failuresNeeded, standingAt } from '../../queries/condition.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { PROBE_DUE } from './first-probe.ts'
import { recordProbes } from './probe.ts'

/** Sets a timer for the next probe of what fails, where one that nobody tells of succeeds (States, monitor state). */
export function awaitRecovery(context: Transaction, monitor: UptimeMonitorRow): UptimeMonitorRow {
  const atMs = nextProbeMs(context, monitor)
  if (atMs === undefined || !recovers(context, monitor)) return monitor
  if (atMs <= context.nowMs) return awaitRecovery(context, probedWell(context, monitor, atMs))
  if (monitor.dueId !== undefined) context.cancel(monitor.dueId)
  const dueId = context.schedule(PROBE_DUE, atMs, { org: monitor.org, monitorId: monitor.id })
  return context.put('UptimeMonitor', { ...monitor, dueId })
}

/** The probe of a monitor that failed, of which no outside event spoke: it finds everything well. */
export function recoveryDue(context: TimerContext): void {
  const monitor = context.get('UptimeMonitor', context.org, String(context.data.monitorId))
  if (!monitor?.enabled || monitor.deleted || monitor.state === 'pending' || !recovers(context, monitor)) return
  awaitRecovery(context, probedWell(context, monitor, context.nowMs))
}

/** True if its next probes succeed and make a difference. */
function recovers(context: Reader, monitor: UptimeMonitorRow): boolean {
  const fails = confirmedFailing(context, monitor).length > 0
  if (!fails && !(monitor.state === 'down' && lacksSuccesses(context, monitor))) return false
  return context.gap('uptime.unprompted-probe') === 'success'
}

/** True if more successes than there were may count: how many bring it up again is open. */
function lacksSuccesses(context: Reader, monitor: UptimeMonitorRow): boolean {
  const most = Math.max(1, monitor.downCondition.confirmations)
  return probed(context, monitor).some((vantage) => standingAt(monitor, vantage).successes < most)
}

function probedWell(context: Transaction, monitor: UptimeMonitorRow, atMs: number): UptimeMonitorRow {
  return recordProbes(context, monitor, probed(context, monitor), { atMs, outcome: 'ok', latencyMs: undefined })
}

/** All but those with an unconfirmed failure, which wait for an outside event. */
function probed(context: Reader, monitor: UptimeMonitorRow): string[] {
  const needed = failuresNeeded(context, monitor)
  return monitor.vantages.filter((vantage) => {
    const { failures } = standingAt(monitor, vantage)
    return failures === 0 || failures >= needed
  })
}

/** In the rhythm of the monitor, a full interval after the last that is known, or more; undefined while it is not probed. */
function nextProbeMs({ nowMs }: Reader, { spans, enabled, standing }: UptimeMonitorRow): number | undefined {
  const span = spans.at(-1)
  if (!enabled || !span || span.toMs !== undefined) return undefined
  const known = Object.values(standing).flatMap(({ atMs }) => atMs ?? [])
  const sinceMs = known.length > 0 ? Math.max(...known) : nowMs
  const step = span.intervalSeconds * 1000
  return span.fromMs + Math.max(1, Math.ceil((sinceMs - span.fromMs) / step + 1)) * step
}
