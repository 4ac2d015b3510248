import type { RefusalContext } from '../../../request/contexts.ts'
import { settingsOf } from './settings.ts'

/** True if the organization has used up its monitors (Limits, monitor quota; its value is not shown). */
export function quotaReached(context: RefusalContext): boolean {
  const quota = settingsOf(context, context.caller.org).monitorQuota ?? context.gap('uptime.monitor-quota')
  return counted(context) >= quota
}

function counted(context: RefusalContext): number {
  const { org } = context.caller
  switch (context.gap('uptime.counted-in-quota')) {
    case 'existing':
      return count(context.newest('UptimeMonitor', 'live', org))
    case 'existing-and-deleted':
      return count(context.newest('UptimeMonitor', 'all', org))
    case 'enabled':
      return count([...context.newest('UptimeMonitor', 'live', org)].filter(({ enabled }) => enabled))
  }
}

function count(rows: Iterable<unknown>): number {
  let number = 0
  for (const _ of rows) number++
  return number
}
