import { callerOf, sightOf } from './auth.mjs'
import { makeCheck } from './check.mjs'
import { Refusal, refuse } from './errors.mjs'
import { handleTest } from './outside.mjs'
import { makeRouter } from './router.mjs'
import { routesOf } from './routes.mjs'
import { nowOf } from './world.mjs'

/**
 * Makes the function that answers requests. It runs in one go, so nothing
 * happens between checking a request and carrying it out.
 * @param {any} world
 */
export function makeHandler(world) {
  const { choice } = world
  const find = makeRouter(routesOf(choice))
  const check = makeCheck(choice)

  /** @returns {{status: number, body?: any}} */
  return function handle({ method, url, headers, payload }) {
    try {
      const cut = url.indexOf('?')
      const path = cut < 0 ? url : url.slice(0, cut)
      const query = new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1))
      const now = nowOf(world)
      world.timers.fire(now)
      const readBody = () => parse(choice, payload)
      if (path.startsWith('/_test')) return handleTest({ world, check, method, path, query, readBody })
      const { route, params, pathKnown } = find(method, path)
      if (!route) refuse(pathKnown ? choice.wrongMethodStatus : 404, 'no such operation')
      const ctx = { world, choice, check, headers, params, query, now, readBody, fault: world.fault }
      if (route.session) admit(ctx, route)
      return { status: route.status, body: finish(choice, route, route.run(ctx)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const bare = error.status === 401 && world.fault('bare-401')
      return { status: error.status, body: bare ? {} : { error: error.message } }
    }
  }
}

/** Checks the caller, their permission, and only then the input. */
function admit(ctx, route) {
  const { world, choice, headers, now } = ctx
  const uptime = route.area === 'uptime'
  let caller = callerOf(world, headers, now)
  if (!caller && route.name === 'catalog' && ctx.fault('catalog-without-session'))
    caller = callerOf(world, sessionOf(choice, 'owner'), now)
  if (!caller && route.name === 'listTokens' && ctx.fault('tokens-without-session'))
    caller = callerOf(world, sessionOf(choice, 'member'), now)
  if (!caller) {
    if (route.area === 'oncall') refuse(choice.noSessionOncall, choice.noSessionText)
    refuse(401, uptime ? choice.noUptimeSessionText : choice.noSessionText)
  }
  Object.assign(ctx, { caller, user: caller.user, org: caller.org })
  if (uptime) admitToUptime(ctx, route)
  ctx.sees = narrowed(ctx, route)
  if (route.body) ctx.body = ctx.readBody()
}

function sessionOf(choice, who) {
  return { [choice.credential.header]: choice.credential.prefix + choice.people[who].session }
}

/** Entitlement first, then the quota (before the relay), then the relay itself. */
function admitToUptime(ctx, route) {
  const { org, world } = ctx
  const lax = ctx.fault('entitlement-only-on-ping') && route.name !== 'ping'
  if (!org.entitled && !lax) refuse(403, 'uptime is not enabled for the organization')
  if (route.name === 'createMonitor') {
    const used = org.monitors.size - (ctx.fault('quota-off-by-one') ? 1 : 0)
    if (used >= org.quota) refuse(403, 'the monitor quota is reached')
  }
  if (world.backendDown && !(ctx.fault('outage-hidden-in-list') && route.name === 'listMonitors'))
    refuse(502, 'the uptime backend is unreachable')
}

/** A narrowed token reaches token minting only as a manager; reading one's tokens needs no role. */
function narrowed(ctx, route) {
  if (route.area === 'tokens' && route.level === 'read') return () => true
  return sightOf(ctx.choice, ctx.caller, route)
}

function parse(choice, payload) {
  try {
    return JSON.parse(payload)
  } catch {
    return refuse(choice.malformedStatus, 'the body is not JSON')
  }
}

/** Adds what a variant puts on top of every list. */
function finish(choice, route, body) {
  if (!choice.listTotals || !route.session || !route.name.startsWith('list')) return body
  return { ...body, total: Object.values(body)[0].length }
}
