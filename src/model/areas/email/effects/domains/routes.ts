import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { isListed } from '../../queries/access.ts'
import { routeView } from '../../queries/views.ts'

export const listRoutes: Effect<'listRoutes'> = (context) => {
  const { caller } = context
  const rows = [...context.oldest('EmailRoute', 'all', caller.org)]
  const seen = rows.filter(({ domainId }) => isListed(context, caller, domainId))
  return { routes: listed(context, seen, ({ pattern }) => pattern).map(routeView) }
}

export const createRoute: Effect<'createRoute'> = (context) => {
  const { domainId, pattern, endpointId } = context.body
  const route = context.put('EmailRoute', {
    id: context.fresh.id('EmailRoute'),
    org: context.caller.org,
    seq: context.serial(),
    domainId,
    pattern,
    endpointId,
    createdAt: context.fresh.time(context.nowMs),
  })
  return routeView(route)
}

export const deleteRoute: Effect<'deleteRoute'> = (context) => {
  const { org, id } = context.the('EmailRoute')
  context.remove('EmailRoute', org, id)
  return undefined
}
