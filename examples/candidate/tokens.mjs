import { refuse } from './errors.mjs'
import { mayGrant, rolesOf } from './roles.mjs'
import { hashOf, iso, newSecret, ordered } from './values.mjs'

const FAR = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Personal API tokens. */
export const tokenHandlers = {
  listTokens(ctx) {
    const { choice, user, org, world } = ctx
    let tokens = user.tokens
    if (ctx.fault('token-list-shows-others')) {
      tokens = [...world.users.values()].filter((other) => org.people.has(other.id)).flatMap((other) => other.tokens)
    }
    if (choice.tokenList === 'acting-organization') tokens = tokens.filter((token) => token.orgSlug === org.slug)
    return { tokens: ordered(tokens, choice.tokenOrder).map((token) => showToken(ctx, token)) }
  },

  createToken(ctx) {
    const { choice, check, world, user, org, now } = ctx
    const body = check.object(ctx.body, 'token', ['name', 'expiresIn', 'scope'])
    const name = check.text(body.name, 'name')
    const expiresIn = check.optional(body, 'expiresIn', (value, what) =>
      check.integer(value, what, 1, choice.expiresInMax),
    )
    const scope =
      check.optional(body, 'scope', (value, what) =>
        check.array(value, what, (item, at) => readGrant(ctx, item, at)),
      ) ?? []
    const key = newSecret(choice.tokenKeyPrefix)
    const token = {
      id: world.newId(),
      name,
      scope,
      orgSlug: org.slug,
      createdAt: now,
      lastRequest: undefined,
      start: key.slice(0, choice.tokenStartLength),
      expiresAt: expiryOf(choice, now, expiresIn),
      neverExpires: expiresIn === undefined,
      shownKey: ctx.fault('token-key-in-list') ? key : undefined,
    }
    user.tokens.push(token)
    world.credentials.set(hashOf(key), { user, org, role: ctx.caller.role, token })
    return { id: token.id, key, orgSlug: org.slug }
  },

  scopeOptions(ctx) {
    const roles = rolesOf(ctx.org.slug).filter((role) => mayGrant(role, ctx.caller.role))
    return {
      roles: roles.map(({ id, name, description, scopable, service }) => ({
        id,
        name,
        description,
        scopable,
        service,
      })),
      resources: resourcesOf(ctx.org),
    }
  },
}

/** The moment a new token ends. */
function expiryOf(choice, now, expiresIn) {
  if (expiresIn !== undefined) return Math.min(FAR, now + expiresIn * choice.expiresInUnitMs)
  return choice.defaultExpiryMs === null ? FAR : now + choice.defaultExpiryMs
}

/** The resources of an organization that a scope can name. */
function resourcesOf(org) {
  return [
    ...[...org.uptimeServices.values(), ...org.monitors.values()].map(({ id, name }) => ({
      service: 'uptime',
      id,
      name,
    })),
    ...[...org.schedules.values()].map(({ id, name }) => ({ service: 'oncall', id, name })),
  ]
}

/** One {role, resourceIds} of a requested scope. It may name only what its owner can see. */
function readGrant(ctx, item, what) {
  const { choice, check, org } = ctx
  const grant = check.object(item, what, ['role', 'resourceIds'])
  const id = check.string(grant.role, `${what}.role`)
  const role = rolesOf(org.slug).find((candidate) => candidate.id === id)
  if (!role) check.bad(`${what}.role: no such role`)
  if (!mayGrant(role, ctx.caller.role)) refuse(choice.roleBeyondOwner, 'the role is more than you hold')
  const resourceIds =
    check.optional(grant, 'resourceIds', (value, at) => check.array(value, at, check.string), `${what}.resourceIds`) ??
    []
  if (resourceIds.length > 0 && !role.scopable) check.bad(`${what}.resourceIds: the role takes none`)
  for (const wanted of resourceIds) {
    const seen = (service, maps) => role.service === service && maps.some((map) => map.has(wanted))
    const orgs = ctx.fault('token-scope-beyond-owner') ? [...ctx.world.orgs.values()] : [org]
    const found = orgs.some((o) => seen('uptime', [o.uptimeServices, o.monitors]) || seen('oncall', [o.schedules]))
    if (!found) refuse(choice.resourceBeyondOwner, 'the scope names a resource you cannot see')
  }
  return { role: role.id, roleName: role.name, resourceIds }
}

/** A token as the list shows it: never its key. */
function showToken(ctx, token) {
  const { choice, now } = ctx
  const unused = choice.lastRequestUnused === 'created' ? token.createdAt : 0
  return {
    id: token.id,
    name: token.name,
    start: token.start,
    enabled: choice.expiredTokenEnabled || token.expiresAt > now,
    createdAt: iso(token.createdAt),
    expiresAt: ctx.fault('token-expiry-null') && token.neverExpires ? null : iso(token.expiresAt),
    lastRequest: iso(token.lastRequest ?? unused),
    orgSlug: token.orgSlug,
    scope: ctx.fault('token-scope-lost') ? [] : token.scope,
    key: token.shownKey,
  }
}
