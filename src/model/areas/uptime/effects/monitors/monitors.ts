import { isListedFor } from '../../../../access/permits.ts'
import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { monitorView } from '../../queries/views.ts'
import { deletedNotListed } from '../../statements/index.ts'
import { closeSpan } from '../probing/probing-spans.ts'

export const listMonitors: Effect<'listMonitors'> = (context) => {
  context.cite(deletedNotListed)
  const all = context.oldest('UptimeMonitor', 'live', context.caller.org)
  const seen = Iterator.from(all).filter(({ id, serviceId = id }) =>
    isListedFor(context, context.caller, 'uptime', id, serviceId),
  )
  const monitors = listed(context, seen, ({ name }) => name)
  return { monitors: monitors.map((monitor) => monitorView(context, monitor)) }
}

export const getMonitor: Effect<'getMonitor'> = (context) => monitorView(context, context.the('UptimeMonitor'))

/** The row stays, as does all that hangs on it: history and billing survive (Endpoints, Uptime, row 11). */
export const deleteMonitor: Effect<'deleteMonitor'> = (context) => {
  const monitor = context.the('UptimeMonitor')
  if (monitor.deleted) return
  if (monitor.dueId !== undefined) context.cancel(monitor.dueId)
  const spans = closeSpan(monitor.spans, context.nowMs)
  context.put('UptimeMonitor', { ...monitor, deleted: true, dueId: undefined, spans })
}
