import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { confirmedFailing, standingAt } from '../../queries/condition.ts'
import type { MonitorState, UptimeMonitorRow, UptimeTransitionRow } from '../../state/index.ts'
import { transitionsRecorded } from '../../statements/index.ts'

/** Brings a monitor into the state its probes led to, and records that. */
export function moveState(
  context: Transaction,
  monitor: UptimeMonitorRow,
  to: MonitorState,
  probedMs: number,
): UptimeMonitorRow {
  if (monitor.state === to) return context.put('UptimeMonitor', monitor)
  const atMs = Math.max(probedMs, lastMoveMs(context, monitor))
  const failingVantages = failingAt(context, monitor, to)
  if (isRecorded(context, monitor)) record(context, monitor, { to, atMs, failingVantages })
  return context.put('UptimeMonitor', {
    ...monitor,
    state: to,
    stateSince: context.fresh.time(atMs),
    broughtDownBy: to === 'down' ? failingVantages : monitor.broughtDownBy,
    updatedAt: context.gap('uptime.updated-at') === 'changes-and-states' ? context.fresh.time(atMs) : monitor.updatedAt,
  })
}

/** The time of the last change of state; probes reported later about earlier times cannot change it. */
function lastMoveMs(context: Reader, { org, id }: UptimeMonitorRow): number {
  const [last] = context.newest('UptimeTransition', 'parent', org, id)
  return last?.atMs ?? Number.NEGATIVE_INFINITY
}

function isRecorded(context: Reader, { state }: UptimeMonitorRow): boolean {
  context.cite(transitionsRecorded)
  return state !== 'pending' || context.gap('uptime.first-state-is-transition') === 'record'
}

function record(
  context: Transaction,
  { id: monitorId, org, state: from }: UptimeMonitorRow,
  { to, atMs, failingVantages }: Pick<UptimeTransitionRow, 'to' | 'atMs' | 'failingVantages'>,
): void {
  const seq = context.serial()
  const at = context.fresh.time(atMs)
  context.put('UptimeTransition', { id: String(seq), org, seq, monitorId, atMs, at, from, to, failingVantages })
}

function failingAt(context: Reader, monitor: UptimeMonitorRow, to: MonitorState): readonly string[] {
  if (to === 'down') return confirmedFailing(context, monitor)
  switch (context.gap('uptime.failing-vantages-on-recovery')) {
    case 'still-failing':
      return monitor.vantages.filter((vantage) => standingAt(monitor, vantage).failures > 0)
    case 'none':
      return []
    case 'failed-before':
      return monitor.broughtDownBy
  }
}
