// Personal tokens, the IAM catalogs and the contacts of the organization.
import { ATLAS, TIERS } from './world.mjs'
import { Fail, MINUTE, DAY, str, int, list, opt, shape, some, stamp, secret, sha256, broken, conflict, denied, unknown, isAddress, fold, byText } from './base.mjs'

const WORD = { read: 'Read', write: 'Write', admin: 'Administer' }
const roleView = (role) => ({ id: role.id, name: role.name, description: role.description, ...(role.service ? { service: role.service } : {}), scopable: role.scopable })

export function ownerOf(world, org) {
  const found = [...org.members].find(([, member]) => member.role === 'owner')
  return found ? world.people.get(found[0]) : null
}
const CONTACTS = ['billingEmail', 'technicalEmail', 'securityEmail']
function contacts(world, org) {
  const fallback = ownerOf(world, org)?.email ?? `post@${org.slug}.example`
  const view = {}
  for (const field of CONTACTS) view[field] = org.contacts[field] ?? fallback
  return { ...view, organization: org.slug, unset: CONTACTS.filter((field) => org.contacts[field] === undefined), revision: org.contacts.revision ?? 0 }
}
const mail = () => opt((value, at) => {
  if (!isAddress(value)) throw new Fail(400, `${at} is not an email address.`)
  return value
})

export const routes = [
  ['GET', '/api/v1/tokens', 'listTokens', {}, (ctx) => {
    const { world, org, person } = ctx
    const mine = [...world.tokens.values()].filter((t) => t.person === person.id && t.org === org.slug).sort((a, b) => b.seq - a.seq)
    return {
      tokens: mine.map((t) => ({
        id: t.id, name: t.name, start: t.start, enabled: t.enabled && t.expires > world.now(), createdAt: stamp(t.born), expiresAt: stamp(t.expires),
        lastRequest: stamp(t.lastRequest), orgSlug: t.org,
        scope: t.scope.map((entry) => ({ role: entry.role, roleName: world.role(org, entry.role)?.name ?? 'Removed role', resourceIds: entry.resourceIds ?? [], wholeService: !entry.resourceIds })),
        ...world.meta(t),
      })),
    }
  }],
  ['POST', '/api/v1/tokens', 'createToken', {
    status: 201,
    body: shape({
      name: str({ max: 80 }), expiresIn: opt(int({ min: 1, max: 5256000 })),
      scope: opt(list(shape({ role: str(), resourceIds: opt(list(str(), { min: 1, unique: true })) }), { min: 1, max: 32 })),
    }),
  }, (ctx) => {
    const { world, org, person, body } = ctx
    if (ctx.token) throw denied('A personal token cannot mint another.')
    const scope = body.scope ?? []
    if (new Set(scope.map((entry) => entry.role)).size < scope.length) throw broken('The scope names a role twice.')
    const there = world.resources(org)
    for (const entry of scope) {
      const role = world.role(org, entry.role)
      if (!role) throw broken(`There is no role ${entry.role}.`)
      if (!entry.resourceIds) continue
      if (!role.scopable) throw broken(`${role.name} cannot be narrowed to resources.`)
      for (const id of entry.resourceIds) {
        const resource = there.find((r) => r.id === id && (!role.service || r.service === role.service) && ctx.can(r.look, 'read', r.id))
        if (!resource) throw unknown(`resource ${id}`)
      }
    }
    const same = [...world.tokens.values()].some((t) => t.person === person.id && t.org === org.slug && fold(t.name) === fold(body.name))
    if (same) throw conflict('You have a token of this name already.')
    const id = world.id()
    const key = secret(`zt${id}_`, 20)
    const token = world.record('PersonalToken', {
      id, name: body.name, start: key.slice(0, 4), enabled: true, person: person.id, org: org.slug, scope,
      expires: world.now() + (body.expiresIn !== undefined ? body.expiresIn * MINUTE : 90 * DAY), lastRequest: 0,
    })
    world.tokens.set(sha256(key), token)
    return { id, key, orgSlug: org.slug, expiresAt: stamp(token.expires), ...world.meta(token) }
  }],
  ['GET', '/api/v1/tokens/scope-options', 'getTokenScopeOptions', {}, (ctx) => ({
    roles: ctx.world.roles(ctx.org).map((role) => ({ ...roleView(role), kind: role.kind })).sort(byText('name')),
    resources: ctx.world.resources(ctx.org).filter((r) => ctx.can(r.look, 'read', r.id)).map(({ service, id, name }) => ({ service, id, name })),
  })],
  ['GET', '/api/v1/iam/catalog', 'getIamCatalog', {}, (ctx) => {
    if (!ctx.manages) throw denied('Only owners and admins manage grants.')
    return {
      roles: ctx.world.roles(ctx.org).map((role) => ({ ...roleView(role), kind: role.kind, permissions: role.permissions })),
      resources: ctx.world.resources(ctx.org).map(({ service, id, name }) => ({ service, id, name, organization: ctx.org.slug })),
    }
  }],
  ['GET', '/api/v1/iam/permissions', 'listPermissions', {}, (ctx) => {
    if (!ctx.manages) throw denied('Only owners and admins manage grants.')
    return {
      services: Object.entries(ATLAS).map(([service, entry]) => ({
        service, serviceLabel: entry.label, scopable: entry.scoped,
        resources: Object.entries(entry.resources).map(([resource, resourceLabel]) => ({
          resource, resourceLabel,
          tiers: TIERS.map((tier) => ({ permission: `${service}.${resource}.${tier}`, tier, label: `${WORD[tier]}: ${resourceLabel}` })),
        })),
      })),
    }
  }],
  ['GET', '/api/v1/organization/contacts', 'getContacts', {}, (ctx) => {
    if (ctx.token) ctx.need('organization.contacts', 'read')
    return contacts(ctx.world, ctx.org)
  }],
  ['PATCH', '/api/v1/organization/contacts', 'updateContacts', {
    before: (ctx) => {
      if (!ctx.manages) throw denied('Only owners and admins change the contacts.')
    },
    invalid: 400,
    body: some({ billingEmail: mail(), technicalEmail: mail(), securityEmail: mail() }),
  }, (ctx) => {
    const { world, org, body } = ctx
    const wanted = body.billingEmail
    if (wanted !== undefined && fold(wanted) !== fold(org.contacts.billingEmail ?? '')) {
      const elsewhere = [...world.orgs.values()].some((o) => o !== org && fold(contacts(world, o).billingEmail) === fold(wanted))
      if (elsewhere || world.collisions.has(fold(wanted))) throw conflict('The payment provider knows this address from another customer.')
    }
    Object.assign(org.contacts, body)
    org.contacts.revision = (org.contacts.revision ?? 0) + 1
    world.fact('ContactsChanged', 'Contacts', org.slug)
    return contacts(world, org)
  }],
]
