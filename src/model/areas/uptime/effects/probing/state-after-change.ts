import type { EffectContext } from '../../../../request/contexts.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'

type Context = EffectContext<'updateMonitor'>

/** A monitor's state after a change to it, at each of the three points where that is open. */
export function afterChange(context: Context, before: UptimeMonitorRow, after: UptimeMonitorRow): UptimeMonitorRow {
  if (before.enabled && !after.enabled)
    return context.gap('uptime.state-while-disabled') === 'pending' ? pending(context, after) : after
  if (!before.enabled && after.enabled)
    return context.gap('uptime.state-after-enabling') === 'pending' ? pending(context, after) : after
  return measuresAnew(context) ? measuredAnew(context, after) : after
}

function measuresAnew({ body }: Context): boolean {
  return [body.http, body.tcp, body.vantages, body.downCondition].some((field) => field !== undefined)
}

function measuredAnew(context: Context, monitor: UptimeMonitorRow): UptimeMonitorRow {
  switch (context.gap('uptime.state-after-change')) {
    case 'state-and-counts':
      return monitor
    case 'state':
      return { ...monitor, standing: {} }
    case 'nothing':
      return pending(context, monitor)
  }
}

/** Nothing is known any more. That is not a transition: the down condition did not bring it about. */
function pending(context: Context, monitor: UptimeMonitorRow): UptimeMonitorRow {
  const stateSince = context.gap('uptime.pending-since') === 'time' ? context.fresh.time(context.nowMs) : undefined
  return { ...monitor, state: 'pending', stateSince, standing: {} }
}
