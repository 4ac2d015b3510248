import { refuse } from './errors.mjs'
import { covers, rolesOf } from './roles.mjs'
import { hashOf } from './values.mjs'

/**
 * The caller a request's credential stands for.
 * @returns {any | undefined} {user, org, role, token?}
 */
export function callerOf(world, headers, now) {
  const { header, prefix } = world.choice.credential
  const value = headers[header]
  if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined
  const caller = world.credentials.get(hashOf(value.slice(prefix.length)))
  if (!caller) return undefined
  if (caller.token) {
    if (caller.token.expiresAt <= now) return undefined
    caller.token.lastRequest = now
  }
  return caller
}

/** The secret of an `Authorization: Bearer` header, for webhooks and scrapes. */
export function bearerOf(headers) {
  const found = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')
  return found ? found[1] : undefined
}

/** The narrowing of a caller's token for one area and level; undefined when not narrowed at all. */
function grantsFor(caller, area, level) {
  const scope = caller.token?.scope ?? []
  if (scope.length === 0) return undefined
  const roles = rolesOf(caller.org.slug)
  return scope.filter((grant) => {
    const role = roles.find((candidate) => candidate.id === grant.role)
    return role !== undefined && covers(role, area, level)
  })
}

/**
 * Refuses a narrowed token outside its roles, and makes the test for single resources.
 * @param {any} choice @param {any} caller @param {{area: string, level: 'read'|'write', resources: boolean}} route
 * @returns {(...ids: (string|undefined)[]) => boolean} whether the caller sees a resource by any of its ids
 */
export function sightOf(choice, caller, route) {
  const grants = grantsFor(caller, route.area, route.level)
  if (grants === undefined) return () => true
  const whole = grants.some((grant) => grant.resourceIds.length === 0)
  if (grants.length === 0 || (!whole && !route.resources)) {
    refuse(choice.narrowedTokenRefusal, 'the token is narrowed and does not reach this')
  }
  return (...ids) =>
    whole || grants.some((grant) => ids.some((id) => id !== undefined && grant.resourceIds.includes(id)))
}
