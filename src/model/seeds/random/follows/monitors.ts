import { CAUSES } from '../../acme/uptime/monitors.ts'
import { HOUR, MINUTE } from '../../kit/durations.ts'
import type { Hand } from '../hand/hand.ts'

const BROKEN = ['overloaded', 'gateway', 'silent', 'refused', 'expired', 'maintenance'] as const
const TCP_BROKEN = ['silent', 'refused', 'expired'] as const

/** A monitor is looked at: mostly all is well, else it fails often enough to be believed, and recovers later. */
export function isProbed(hand: Hand): boolean {
  const monitor = hand.one('UptimeMonitor', ({ enabled, state }) => enabled && state !== 'down')
  if (!monitor) return false
  const vantage = hand.dice.pick(monitor.vantages as [string, ...string[]])
  if (hand.happensTo(0.5))
    return hand.happens('probeResult', { monitorId: monitor.id, vantage, outcome: 'ok' }) !== undefined
  return breaks(hand, monitor.id, hand.between(4 * MINUTE, 3 * HOUR))
}

export function breaks(hand: Hand, monitorId: string, forMs: number | undefined): boolean {
  const monitor = hand.reader.get('UptimeMonitor', hand.org, monitorId)
  if (!monitor?.enabled) return false
  const cause = monitor.kind === 'tcp' ? hand.dice.pick(TCP_BROKEN) : hand.dice.pick(BROKEN)
  const times = monitor.downCondition.confirmations
  const failed = hand.happens('probeResult', { monitorId, times, ...CAUSES[cause].seen })
  if (failed && forMs !== undefined) hand.after(forMs, () => recovers(hand, monitorId))
  return failed !== undefined
}

function recovers(hand: Hand, monitorId: string): void {
  const monitor = hand.reader.get('UptimeMonitor', hand.org, monitorId)
  if (monitor?.enabled) hand.happens('probeResult', { monitorId, outcome: 'ok' })
}
