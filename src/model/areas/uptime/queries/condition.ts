import type { Reader } from '../../../world/reader.ts'
import type { MonitorState, Standing, UptimeMonitorRow } from '../state/index.ts'
import { downNeedsCondition } from '../statements/index.ts'

export const NOTHING_KNOWN: Standing = { failures: 0, successes: 0, latencyMs: undefined }

export const standingAt = ({ standing }: UptimeMonitorRow, vantage: string): Standing =>
  standing[vantage] ?? NOTHING_KNOWN

/** The number of failures in a row that make a vantage count as failing. */
export function failuresNeeded(reader: Reader, { downCondition }: UptimeMonitorRow): number {
  const { confirmations } = downCondition
  return Math.max(1, reader.gap('uptime.confirmations-meaning') === 'after-first' ? confirmations + 1 : confirmations)
}

/** The number of failing vantages that make a monitor down. */
function vantagesNeeded(reader: Reader, { downCondition }: UptimeMonitorRow): number {
  reader.cite(downNeedsCondition)
  const { quorum } = downCondition
  return Math.max(1, reader.gap('uptime.quorum-meaning') === 'more-than' ? quorum + 1 : quorum)
}

/** The vantages at which failure is confirmed. */
export function confirmedFailing(reader: Reader, monitor: UptimeMonitorRow): string[] {
  reader.cite(downNeedsCondition)
  const needed = failuresNeeded(reader, monitor)
  return monitor.vantages.filter((vantage) => standingAt(monitor, vantage).failures >= needed)
}

const conditionHolds = (reader: Reader, monitor: UptimeMonitorRow): boolean =>
  confirmedFailing(reader, monitor).length >= vantagesNeeded(reader, monitor)

/** The state a monitor is in once its probes are weighed (States, monitor state; the exact rule is not shown). */
export function nextState(reader: Reader, monitor: UptimeMonitorRow): MonitorState {
  const holds = conditionHolds(reader, monitor)
  switch (monitor.state) {
    case 'pending':
      if (holds && reader.gap('uptime.pending-to-down') === 'directly') return 'down'
      return succeeded(reader, monitor) ? 'up' : 'pending'
    case 'up':
      return holds ? 'down' : 'up'
    case 'down':
      return recovered(reader, monitor, holds) ? 'up' : 'down'
  }
}

function succeeded(reader: Reader, monitor: UptimeMonitorRow): boolean {
  const succeeds = (vantage: string) => standingAt(monitor, vantage).successes > 0
  return reader.gap('uptime.up-rule') === 'first-success'
    ? monitor.vantages.some(succeeds)
    : monitor.vantages.every(succeeds)
}

function recovered(reader: Reader, monitor: UptimeMonitorRow, holds: boolean): boolean {
  const often = (times: number) =>
    monitor.vantages.every((vantage) => standingAt(monitor, vantage).successes >= Math.max(1, times))
  switch (reader.gap('uptime.recovery-rule')) {
    case 'condition-ceases':
      return !holds
    case 'all-vantages-succeed':
      return often(1)
    case 'confirmed-successes':
      return often(monitor.downCondition.confirmations)
  }
}
