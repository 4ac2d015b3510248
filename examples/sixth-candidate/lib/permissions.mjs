// Permission atoms (service.resource.tier), the built-in roles made of them, and what a caller may do.
import { forbidden, notFound } from './util.mjs'

const R = 'read',
  W = 'write',
  A = 'admin'
const CATALOG = [
  ['organization', 'Organization', [['contacts', 'Contact addresses', [R, A]]]],
  ['iam', 'Access management', [['grant', 'Roles and grants', [A]]]],
  [
    'registry',
    'Container registry',
    [
      ['registry', 'Registries', [R, W]],
      ['repository', 'Repositories and images', [R, W, A]],
      ['key', 'Registry keys', [R, W, A]],
      ['oidc', 'OIDC access rules', [R, W, A]],
      ['upstream', 'Upstream credentials', [R, W]],
    ],
  ],
  [
    'email',
    'Email',
    [
      ['domain', 'Sending domains', [R, W]],
      ['key', 'Send keys', [R, W, A]],
      ['route', 'Inbound routes', [R, W]],
      ['message', 'Messages', [R]],
      ['suppression', 'Suppression list', [R, W]],
      ['webhook', 'Webhook endpoints', [R, W]],
      ['settings', 'Sending posture', [R]],
    ],
  ],
  [
    'oncall',
    'On-call',
    [
      ['incident', 'Incidents', [R, W]],
      ['service', 'Services', [R, W]],
      ['schedule', 'Schedules', [R, W]],
      ['policy', 'Escalation policies', [R, W]],
      ['source', 'Alert sources', [R, W]],
      ['paging', 'Personal paging settings', [R, W]],
      ['provider', 'SMS and voice provider', [R, A]],
    ],
  ],
  [
    'clusters',
    'Managed clusters',
    [
      ['cluster', 'Clusters', [R, W]],
      ['node', 'Nodes', [R, W]],
      ['token', 'Join and registration tokens', [R, W]],
      ['kubeconfig', 'Client configuration', [A]],
    ],
  ],
  [
    'uptime',
    'Uptime',
    [
      ['service', 'Services', [R, W]],
      ['monitor', 'Monitors', [R, W]],
      ['export', 'Export tokens', [R, W]],
    ],
  ],
]
const TIER_LABEL = { read: 'View', write: 'Manage', admin: 'Administer' }

export const permissionCatalog = CATALOG.map(([service, serviceLabel, resources]) => ({
  service,
  serviceLabel,
  resources: resources.map(([resource, resourceLabel, tiers]) => ({
    resource,
    resourceLabel,
    tiers: tiers.map((tier) => ({
      permission: `${service}.${resource}.${tier}`,
      tier,
      label: `${TIER_LABEL[tier]} ${resourceLabel.toLowerCase()}`,
    })),
  })),
}))
const ATOMS = permissionCatalog.flatMap(({ service, resources }) =>
  resources.flatMap(({ tiers }) => tiers.map((tier) => ({ service, ...tier }))),
)
export const allPermissions = ATOMS.map((atom) => atom.permission)
const pick = (test) => ATOMS.filter(test).map((atom) => atom.permission)

/** What a role in the organization brings. */
export const membershipPermissions = {
  owner: allPermissions,
  admin: allPermissions,
  member: pick((atom) => atom.tier !== A),
  viewer: pick((atom) => atom.tier === R),
}

export const SCOPABLE_SERVICES = ['registry', 'email', 'clusters']
export const builtinRoles = [
  {
    id: 'org.viewer',
    name: 'Viewer',
    description: 'Sees everything in the organization',
    kind: 'builtin',
    scopable: false,
    permissions: membershipPermissions.viewer,
  },
  {
    id: 'org.editor',
    name: 'Editor',
    description: 'Manages everything except what is for administrators',
    kind: 'builtin',
    scopable: false,
    permissions: membershipPermissions.member,
  },
  {
    id: 'org.admin',
    name: 'Administrator',
    description: 'Manages everything in the organization',
    kind: 'builtin',
    scopable: false,
    permissions: allPermissions,
  },
  ...CATALOG.filter(([service]) => service !== 'organization' && service !== 'iam').flatMap(([service, label]) =>
    [
      ['viewer', 'viewer', `Sees ${label}`, (atom) => atom.tier === R],
      ['editor', 'editor', `Sees and manages ${label}`, (atom) => atom.tier !== A],
      ['admin', 'administrator', `Administers ${label}, credentials included`, () => true],
    ].map(([id, name, description, test]) => ({
      id: `${service}.${id}`,
      name: `${label} ${name}`,
      description,
      kind: 'builtin',
      service,
      scopable: SCOPABLE_SERVICES.includes(service),
      permissions: pick((atom) => atom.service === service && test(atom)),
    })),
  ),
]

export const rolesOf = (org) => [...builtinRoles, ...org.customRoles.values()]
export const findRole = (org, id) => builtinRoles.find((role) => role.id === id) ?? org.customRoles.get(id)

/** A list of grants ({role, resourceIds?}) as sets that can be asked. */
function resolve(org, grants) {
  return grants.flatMap(({ role, resourceIds }) => {
    const found = findRole(org, role)
    return found
      ? [{ permissions: new Set(found.permissions), resources: resourceIds ? new Set(resourceIds) : null }]
      : []
  })
}

/** Somebody acting in an organization: a member, possibly through a token that is narrowed. */
export class Principal {
  constructor({ user, org, membership, token }) {
    Object.assign(this, { user, org, token, role: membership.role })
    const own = membership.grants
      ? resolve(org, membership.grants)
      : [{ permissions: new Set(membershipPermissions[membership.role]), resources: null }]
    // Each layer must allow: what the person may do, and what the token was narrowed to.
    this.layers = token?.scope.length ? [own, resolve(org, token.scope)] : [own]
  }
  /** On one resource, or (without one) on the organization as a whole. */
  can(permission, resource) {
    return this.layers.every((grants) =>
      grants.some(
        (grant) =>
          grant.permissions.has(permission) &&
          (grant.resources === null || (resource !== undefined && grant.resources.has(resource))),
      ),
    )
  }
  /** On anything at all, be it a single resource. */
  canSomewhere(permission) {
    return this.layers.every((grants) => grants.some((grant) => grant.permissions.has(permission)))
  }
  get isManager() {
    return this.role === 'owner' || this.role === 'admin'
  }
  need(permission) {
    if (!this.can(permission)) throw forbidden(`This needs the permission ${permission}.`)
  }
  needSomewhere(permission) {
    if (!this.canSomewhere(permission)) throw forbidden(`This needs the permission ${permission}.`)
  }
  /** For one resource: what the caller cannot even read does not exist for them. */
  needOn(permission, resource, readPermission, what) {
    this.needSomewhere(permission)
    if (this.can(permission, resource)) return
    if (this.can(readPermission, resource))
      throw forbidden(`This needs the permission ${permission} on ${what} ${resource}.`)
    throw notFound(`There is no ${what} ${resource}.`)
  }
}
