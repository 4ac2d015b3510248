// Personal tokens, the IAM catalogs and the contacts of the organization.
import { W, now, iso, newId, newSecret, sha, byId, has, text, int, isAddress, bad, missing, refuse, ok, made, BUILTIN, roleOf, servicesOfRole, visibleResources, SERVICES, TIERS, MINUTE, callerOf } from './base.mjs'

export const tokenWorks = (t) => t.enabled && (t.expiresAt === null || t.expiresAt > now()) && !!W.orgs.get(t.orgSlug)?.members.has(t.personId)
export function tokenBySecret(key) {
  const hash = sha(key)
  for (const t of W.tokens.values()) if (t.hash === hash) return t
  return null
}
const shown = (t) => ({
  id: t.id, name: t.name, start: t.start, enabled: t.enabled, createdAt: iso(t.createdAt),
  expiresAt: iso(t.expiresAt ?? 0), lastRequest: iso(t.lastRequest ?? 0), orgSlug: t.orgSlug,
  scope: t.scope.map((s) => ({ role: s.role, roleName: s.roleName, resourceIds: s.resourceIds })),
})

function readScope(c) {
  if (!has(c.b, 'scope')) return []
  if (!Array.isArray(c.b.scope)) bad('scope must be a list')
  const seen = visibleResources(callerOf(c.ctx.org, c.ctx.person, null))
  return c.b.scope.map((s) => {
    if (s === null || typeof s !== 'object' || Array.isArray(s)) bad('an entry of scope must be an object')
    const role = roleOf(c.ctx.org, text(s, 'role')) ?? bad(`there is no role ${s.role}`)
    let ids = []
    if (has(s, 'resourceIds')) {
      if (!Array.isArray(s.resourceIds)) bad('resourceIds must be a list')
      ids = [...s.resourceIds]
      const services = servicesOfRole(role)
      for (const id of ids) if (!role.scopable || !seen.some((r) => r.id === id && services.includes(r.service))) bad('resourceIds names what this role or its owner cannot reach')
    }
    return { role: role.id, roleName: role.name, resourceIds: ids }
  })
}

export const routes = {
  'GET /api/v1/tokens': (c) => ok({ tokens: byId([...W.tokens.values()].filter((t) => t.personId === c.ctx.person.id)).map(shown) }),
  'POST /api/v1/tokens': (c) => {
    if (c.ctx.narrowed) missing('a narrowed token mints no tokens')
    const name = text(c.b, 'name')
    const minutes = has(c.b, 'expiresIn') ? int(c.b, 'expiresIn', 1) : null
    const scope = readScope(c)
    const key = newSecret()
    const t = { id: newId(), personId: c.ctx.person.id, name, start: key.slice(0, 4), hash: sha(key), enabled: true, createdAt: now(), expiresAt: minutes === null ? null : Math.min(now() + minutes * MINUTE, 253402300799000), lastRequest: null, orgSlug: c.ctx.org.slug, scope }
    W.tokens.set(t.id, t)
    return made({ id: t.id, key, orgSlug: t.orgSlug })
  },
  'GET /api/v1/tokens/scope-options': (c) =>
    ok({
      roles: byId([...BUILTIN.values(), ...c.ctx.org.customRoles.values()]).map((r) => ({ id: r.id, name: r.name, description: r.description, scopable: r.scopable })),
      resources: visibleResources(c.ctx),
    }),
  'GET /api/v1/iam/catalog': (c) => {
    if (!c.ctx.manages) refuse(403, 'grant management is for owners and admins')
    return ok({
      roles: byId(BUILTIN.values()).map((r) => ({ id: r.id, name: r.name, description: r.description, kind: r.kind, scopable: r.scopable, permissions: r.permissions })),
      resources: visibleResources(c.ctx),
    })
  },
  'GET /api/v1/iam/permissions': () =>
    ok({
      services: Object.entries(SERVICES).map(([service, [serviceLabel, resources]]) => ({
        service, serviceLabel,
        resources: Object.entries(resources).map(([resource, resourceLabel]) => ({ resource, resourceLabel, tiers: TIERS.map((tier) => ({ permission: `${service}.${resource}.${tier}`, tier, label: tier })) })),
      })),
    }),
  'GET /api/v1/organization/contacts': (c) => {
    if (c.ctx.narrowed) missing()
    return ok(c.ctx.org.contacts)
  },
  'PATCH /api/v1/organization/contacts': (c) => {
    if (!c.ctx.manages) refuse(403, 'contacts are changed by owners and admins')
    const next = { ...c.ctx.org.contacts }
    for (const k of Object.keys(next))
      if (has(c.b, k)) {
        if (!isAddress(c.b[k])) bad(`${k} is not an email address`)
        next[k] = c.b[k]
      }
    if (has(c.b, 'billingEmail') && W.collisions.has(next.billingEmail.toLowerCase())) refuse(409, 'the payment provider knows this billing address already')
    c.ctx.org.contacts = next
    return ok(next)
  },
}
