import type { IncomingHttpHeaders } from 'node:http'
import type { Choice } from './choices.ts'
import type { Context } from './context.ts'
import { handleTest } from './outside.ts'
import { type Json, makeReader } from './reader.ts'
import { Refusal, refuse } from './refusal.ts'
import { type Permission, type Reach, reachOf } from './roles.ts'
import { makeRouter } from './router.ts'
import { type Route, routesOf } from './routes.ts'
import { hashOf } from './secrets.ts'
import type { Membership, World } from './world.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly payload: string
}
export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Makes the function that answers requests, each in one go. */
export function makeHandler(world: World): (asked: Asked) => Answered {
  const { choice } = world
  const find = makeRouter(routesOf(choice))

  return function handle({ method, url, headers, payload }) {
    try {
      world.timers.fire(world.now())
      const [path = '', search = ''] = url.split(/\?(.*)/s)
      const query = new URLSearchParams(search)
      if (path.startsWith('/_test/'))
        return { status: 200, body: handleTest(world, path.slice(7), parse(choice, payload)) }
      const { route, params, pathKnown } = find(method, path)
      if (!route) return refuse(pathKnown ? choice.wrongMethodStatus : 404, 'no such operation')
      const caller = callerOf(world, route, headers)
      const reach = admit(world, route, caller)
      const body = route.readsBody ? parse(choice, payload) : {}
      return answer(world, route, {
        world,
        choice,
        fault: world.fault,
        now: world.now(),
        caller,
        org: caller.org,
        reach,
        reachOf: (permission: Permission) => reachOf(choice, caller, permission),
        params,
        query,
        body,
        read: makeReader(choice),
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: refusalBody(world, error) }
    }
  }
}

function answer({ choice, fault }: World, route: Route, ctx: Context): Answered {
  const body = route.run(ctx)
  const status = statusOf(route, fault)
  const lists = choice.listCounts && route.operation.startsWith('list') && body !== null && typeof body === 'object'
  if (!lists) return { status, body }
  const [list] = Object.values(body)
  return { status, body: { ...body, count: Array.isArray(list) ? list.length : 0 } }
}

function statusOf({ operation, status }: Route, fault: (name: string) => boolean): number {
  if (operation === 'checkDomain' && fault('check-answers-200')) return 200
  if (operation === 'createCluster' && fault('cluster-created-200')) return 200
  return status
}

/** A session, or 401 (for registries a choice). */
function callerOf(world: World, { operation, area }: Route, headers: IncomingHttpHeaders): Membership {
  const { choice, fault } = world
  const { header, prefix } = choice.credential
  const value = headers[header]
  const session = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined
  const open =
    (operation === 'listPermissions' && fault('permissions-without-session')) ||
    (operation === 'getEmailSettings' && fault('settings-without-session')) ||
    (operation === 'listClusters' && fault('clusters-without-session'))
  const known = world.members.get(hashOf(session ?? (open ? choice.sessions.owner : '')))
  if (known) return known
  if (area === 'registry') return refuse(choice.noRegistrySession, 'log in first')
  return refuse(401, area === 'email' ? 'no valid session' : 'unauthenticated')
}

/** Membership, entitlement, permission and backend, in the variant's order. */
function admit(world: World, route: Route, caller: Membership): Reach {
  const { choice, fault } = world
  if (caller.place === 'none') refuse(403, 'not in this organization')
  const reach = route.needs ? reachOf(choice, caller, route.needs) : { some: true, all: true, to: () => true }
  const email = route.area === 'email'
  const lax = fault('entitlement-for-lists-only') && !route.operation.startsWith('list')
  if (email && !caller.org.emailEnabled && !lax) refuse(403, 'email is not enabled for the organization')
  const reachable = world.reachable.email || (fault('outage-hidden') && route.operation === 'listDomains')
  const relay = () => {
    if (email && !reachable) refuse(502, 'the email backend is unreachable')
  }
  if (choice.backendBeforePermission) relay()
  const enough = route.check === 'own' || (route.check === 'scoped' ? reach.some : reach.all)
  if (!enough) refuse(403, `needs ${route.needs}`)
  relay()
  return reach
}

function parse(choice: Choice, payload: string): Json {
  try {
    return JSON.parse(payload || '{}')
  } catch {
    return refuse(choice.malformedStatus, 'the body is not JSON')
  }
}

function refusalBody({ choice, fault }: World, { status, message }: Refusal) {
  if (status === 404 && fault('bare-404')) return { message }
  return choice.errorCodes ? { error: message, code: `E${status}`, retry: false } : { error: message }
}
