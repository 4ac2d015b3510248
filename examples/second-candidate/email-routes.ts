import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import { domainOf } from './email-domains.ts'
import type { Domain, Route } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { ofOrganization } from './world.ts'

/** Exact text, a prefix ending in a star, or a lone star (Resources, EmailRoute). */
const PATTERN = /^(\*|[^\s*@]+\*?)$/

/** Inbound routes (Endpoints, Email). */
export const emailRouteHandlers: Handlers = {
  listRoutes(ctx) {
    const { world, org, reach, fault } = ctx
    const routes = ofOrganization(world, world.routes.values(), org.slug)
    return {
      routes: routes
        .filter(({ domainId }) => reach.to(domainId) || fault('routes-unfiltered'))
        .map((route) => shownRoute(ctx, route)),
    }
  },

  createRoute(ctx) {
    const { world, choice, org, read, fault } = ctx
    const body = read.object(ctx.body, 'body', ['domainId', 'pattern', 'endpointId'])
    const endpointId = read.string(body.endpointId, 'endpointId')
    const pattern = patternOf(ctx, body.pattern)
    const domain = domainOf(ctx, read.string(body.domainId, 'domainId'), choice.unknownReference)
    const endpoint = world.webhooks.get(endpointId)
    if (endpoint?.org !== org.slug && !(endpoint && fault('foreign-endpoint-routed')))
      refuse(choice.unknownReference, 'unknown endpoint')
    if (!armed(ctx, domain) && !fault('route-unarmed')) refuse(409, 'receiving is not armed')
    const twin = [...world.routes.values()].find((route) => route.domainId === domain.id && route.pattern === pattern)
    if (twin && !fault('pattern-twice')) refuse(409, 'the pattern already exists on this domain')
    const route: Route = { ...world.made(org), id: world.newId('rt'), domainId: domain.id, pattern, endpointId }
    world.routes.set(route.id, route)
    return shownRoute(ctx, route)
  },

  deleteRoute(ctx) {
    const { world, org, reach, choice } = ctx
    const route = world.routes.get(param(ctx, 'id'))
    if (route?.org !== org.slug) return refuse(404, 'unknown route')
    if (!reach.to(route.domainId)) refuse(choice.outsideGrant, 'not on this domain')
    if (!ctx.fault('route-stays')) world.routes.delete(route.id)
    return undefined
  },
}

function patternOf({ read, choice, fault }: Context, value: unknown): string {
  const pattern = read.filled(value, 'pattern')
  if (!PATTERN.test(pattern) && !fault('pattern-anything')) return read.bad('pattern')
  return choice.patternCase === 'lower' ? pattern.toLowerCase() : pattern
}

/** Whether a domain counts as receive-armed is a choice: at once, or when its record was seen. */
function armed({ choice }: Context, { receiveState }: Domain): boolean {
  return choice.armedMeans === 'pending' ? receiveState !== 'none' : receiveState === 'verified'
}

function shownRoute({ choice }: Context, { id, domainId, pattern, endpointId, createdAt }: Route) {
  return { id, domainId, pattern, endpointId, createdAt: shown(choice, createdAt) }
}
