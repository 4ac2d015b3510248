import type { TimerEffect } from '../area.ts'
import { firstProbeDue, PROBE_DUE } from './effects/probing/first-probe.ts'
import { recoveryDue } from './effects/probing/recovery.ts'

/** A monitor has one timer: it waits for its first probe, or for the one that finds it well again. */
const probeDue: TimerEffect = (context) => {
  const { data, org } = context
  const isFirst = context.get('UptimeMonitor', org, String(data.monitorId))?.state === 'pending'
  if (isFirst) firstProbeDue(context)
  else recoveryDue(context)
}

export const TIMERS: Readonly<Record<string, TimerEffect>> = { [PROBE_DUE]: probeDue }
