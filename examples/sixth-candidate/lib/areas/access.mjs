// Personal tokens, the IAM catalogs and the organization's contacts.

import { findRole, permissionCatalog, rolesOf } from '../permissions.mjs'
import { bad, conflict, DAY, forbidden, hash, iso, newId, newSecret } from '../util.mjs'
import * as v from '../validate.mjs'

const DEFAULT_LIFETIME = 90 * DAY
const MAX_LIFETIME_SECONDS = 366 * 24 * 3600

const showToken = (org, token) => ({
  id: token.id,
  name: token.name,
  start: token.start,
  enabled: token.enabled,
  createdAt: iso(token.createdAt),
  expiresAt: iso(token.expiresAt),
  lastRequest: iso(token.lastRequest),
  orgSlug: token.orgSlug,
  scope: token.scope.map(({ role, roleName, resourceIds }) => ({
    role,
    roleName: findRole(org, role)?.name ?? roleName,
    resourceIds: resourceIds ?? [],
  })),
})

/** The resources of an organization that a grant can be narrowed to, with the permission that shows them. */
export function scopableResources(org) {
  return [
    ...[...org.registries.values()].map((registry) => ({
      service: 'registry',
      id: registry.slug,
      name: registry.displayName,
      read: 'registry.registry.read',
    })),
    ...[...org.email.domains.values()].map((domain) => ({
      service: 'email',
      id: domain.id,
      name: domain.name,
      read: 'email.domain.read',
    })),
    ...[...org.clusters.values()].map((cluster) => ({
      service: 'clusters',
      id: cluster.name,
      name: cluster.name,
      read: 'clusters.cluster.read',
    })),
  ]
}
const readable = (p) => scopableResources(p.org).filter((resource) => p.can(resource.read, resource.id))
const showResource = ({ service, id, name }) => ({ service, id, name })
/** A caller can hand on only roles of which they have every permission, on something at least. */
const grantable = (p) =>
  rolesOf(p.org).filter((role) => role.permissions.every((permission) => p.canSomewhere(permission)))
const covers = (role, resource) => role.permissions.some((permission) => permission.startsWith(`${resource.service}.`))

const tokenBody = v.object({
  name: v.name(),
  expiresIn: v.optional(v.integer({ min: 1, max: MAX_LIFETIME_SECONDS })),
  scope: v.optional(
    v.list(v.object({ role: v.string(), resourceIds: v.optional(v.list(v.string(), { min: 1 })) }), { max: 50 }),
  ),
})

function checkScope(p, scope) {
  const visible = readable(p)
  return scope.map(({ role: id, resourceIds }) => {
    const role = findRole(p.org, id)
    if (!role) throw bad(`There is no role ${id}.`)
    if (resourceIds) {
      if (!role.scopable) throw bad(`The role ${id} cannot be narrowed to resources.`)
      for (const resourceId of resourceIds) {
        if (!visible.some((resource) => resource.id === resourceId && covers(role, resource)))
          throw bad(`There is no resource ${resourceId} for the role ${id}.`)
      }
    }
    for (const permission of role.permissions) {
      // Without resources a role reaches as far as its owner does; a narrowed token must hold all of it itself.
      const held = resourceIds
        ? resourceIds.every((resource) => p.can(permission, resource))
        : p.token?.scope.length
          ? p.can(permission)
          : p.canSomewhere(permission)
      if (!held) throw forbidden(`You cannot hand on ${permission}, which the role ${id} has.`)
    }
    return { role: id, roleName: role.name, ...(resourceIds ? { resourceIds: [...new Set(resourceIds)] } : {}) }
  })
}

export const routes = [
  {
    op: 'listTokens',
    method: 'GET',
    path: '/api/v1/tokens',
    area: 'tokens',
    run: ({ w, p, org }) => ({
      status: 200,
      body: {
        tokens: [...w.tokens.values()]
          .filter((token) => token.userId === p.user.id && token.orgSlug === org.slug)
          .reverse()
          .map((token) => showToken(org, token)),
      },
    }),
  },

  {
    op: 'createToken',
    method: 'POST',
    path: '/api/v1/tokens',
    area: 'tokens',
    run: ({ w, p, org, input }) => {
      const body = input(tokenBody)
      let scope = checkScope(p, body.scope ?? [])
      // A narrowed token never mints a broader one.
      if (scope.length === 0 && p.token?.scope.length) scope = structuredClone(p.token.scope)
      const key = newSecret('pat')
      const now = w.now()
      const lifetime = body.expiresIn === undefined ? DEFAULT_LIFETIME : body.expiresIn * 1000
      const expiresAt = p.token ? Math.min(now + lifetime, p.token.expiresAt) : now + lifetime
      const token = {
        id: newId('tok'),
        name: body.name,
        start: key.slice(0, 10),
        hash: hash(key),
        userId: p.user.id,
        orgSlug: org.slug,
        enabled: true,
        createdAt: now,
        expiresAt,
        lastRequest: now,
        scope,
      }
      w.tokens.set(token.id, token)
      return { status: 201, body: { id: token.id, key, orgSlug: org.slug } }
    },
  },

  {
    op: 'getTokenScopeOptions',
    method: 'GET',
    path: '/api/v1/tokens/scope-options',
    area: 'tokens',
    run: ({ p }) => ({
      status: 200,
      body: {
        roles: grantable(p).map(({ id, name, description, scopable, service }) => ({
          id,
          name,
          description,
          scopable,
          ...(service ? { service } : {}),
        })),
        resources: readable(p).map(showResource),
      },
    }),
  },

  {
    op: 'getIamCatalog',
    method: 'GET',
    path: '/api/v1/iam/catalog',
    area: 'iam',
    run: ({ p, org }) => {
      if (!p.isManager || !p.can('iam.grant.admin')) throw forbidden('This requires grant management (owner or admin).')
      return { status: 200, body: { roles: rolesOf(org), resources: scopableResources(org).map(showResource) } }
    },
  },

  {
    op: 'listPermissions',
    method: 'GET',
    path: '/api/v1/iam/permissions',
    area: 'iam',
    run: () => ({ status: 200, body: { services: permissionCatalog } }),
  },

  {
    op: 'getContacts',
    method: 'GET',
    path: '/api/v1/organization/contacts',
    area: 'organization',
    need: 'organization.contacts.read',
    run: ({ org }) => ({ status: 200, body: org.contacts }),
  },

  {
    op: 'updateContacts',
    method: 'PATCH',
    path: '/api/v1/organization/contacts',
    area: 'organization',
    run: ({ w, p, org, input }) => {
      if (!p.isManager || !p.can('organization.contacts.admin'))
        throw forbidden('Only owners and admins may change the contacts.')
      const body = input(
        v.object({
          billingEmail: v.optional(v.email()),
          technicalEmail: v.optional(v.email()),
          securityEmail: v.optional(v.email()),
        }),
      )
      if (
        body.billingEmail &&
        body.billingEmail !== org.contacts.billingEmail &&
        w.billingCollisions.has(body.billingEmail.toLowerCase())
      ) {
        throw conflict('The payment provider already has another customer with this billing email.')
      }
      Object.assign(org.contacts, body)
      return { status: 200, body: org.contacts }
    },
  },
]
