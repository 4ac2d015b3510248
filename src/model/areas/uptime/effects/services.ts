import { isListedFor } from '../../../access/permits.ts'
import { listed } from '../../../request/listed.ts'
import type { Effect } from '../../area.ts'
import { serviceView } from '../queries/views.ts'

export const listUptimeServices: Effect<'listUptimeServices'> = (context) => {
  const { caller } = context
  const seen = Iterator.from(context.oldest('UptimeService', 'all', caller.org)).filter(({ id }) =>
    isListedFor(context, caller, 'uptime', id),
  )
  const services = listed(context, seen, ({ name }) => name)
  return { services: services.map((service) => serviceView(context, service)) }
}

export const createUptimeService: Effect<'createUptimeService'> = (context) => {
  const service = context.put('UptimeService', {
    id: context.fresh.id('UptimeService'),
    org: context.caller.org,
    seq: context.serial(),
    name: context.body.name,
    createdAt: context.fresh.time(context.nowMs),
  })
  return serviceView(context, service)
}

export const renameUptimeService: Effect<'renameUptimeService'> = (context) => {
  const service = context.put('UptimeService', { ...context.the('UptimeService'), name: context.body.name })
  return serviceView(context, service)
}

/** Monitors that do not count as attached (a gap) lose their service; none is deleted along with it. */
export const deleteUptimeService: Effect<'deleteUptimeService'> = (context) => {
  const { org, id } = context.the('UptimeService')
  for (const monitor of [...context.oldest('UptimeMonitor', 'service', org, id)])
    context.put('UptimeMonitor', { ...monitor, serviceId: undefined })
  context.remove('UptimeService', org, id)
}
