import type { Choice } from './choices.ts'
import type { Membership, Organization } from './world.ts'

const TIERS = ['read', 'write', 'admin'] as const
type Tier = (typeof TIERS)[number]
export type Permission = `${string}.${string}.${Tier}`

export interface Role {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly kind: 'builtin' | 'custom'
  readonly service?: string
  readonly scopable: boolean
  readonly permissions: readonly string[]
}
export interface Grant {
  readonly role: string
  /** None: all. */
  readonly resourceIds: readonly string[]
}

/** Every service of the platform with its resources; the candidate serves some of them. */
export const SERVICES = {
  registry: ['registry', 'repository', 'key', 'rule', 'upstream'],
  email: ['domain', 'route', 'key', 'message', 'suppression', 'webhook', 'settings'],
  clusters: ['cluster', 'node', 'token'],
  oncall: ['incident', 'schedule', 'policy', 'source'],
  uptime: ['service', 'monitor', 'export'],
  organization: ['contacts', 'grant', 'token'],
} as const

const atomsOf = (service: string, resources: readonly string[], tiers: readonly string[]) =>
  resources.flatMap((resource) => tiers.map((tier) => `${service}.${resource}.${tier}`))

const ALL = Object.entries(SERVICES).flatMap(([service, resources]) => atomsOf(service, resources, TIERS))

const LEVELS = { viewer: ['read'], editor: ['read', 'write'], manager: ['read', 'write', 'admin'] } as const

/** The built-in grantable roles. */
export function builtInRoles(choice: Choice): Role[] {
  const perService = Object.entries(SERVICES)
    .filter(([service]) => service !== 'organization')
    .flatMap(([service, resources]) =>
      Object.entries(LEVELS).map(([level, tiers]) => ({
        id: choice.roleId(service, level),
        name: `${service} ${level}`,
        description: `May ${tiers.join(', ')} in ${service}`,
        kind: 'builtin' as const,
        service,
        scopable: true,
        permissions: atomsOf(service, resources, tiers),
      })),
    )
  const manager: Role = {
    id: choice.roleId('organization', 'manager'),
    name: 'Organization manager',
    description: 'May do everything',
    kind: 'builtin',
    scopable: false,
    permissions: ALL,
  }
  return [...perService, manager]
}

export function rolesOf(choice: Choice, org: Organization): Role[] {
  return [...builtInRoles(choice), ...org.customRoles.values()]
}

/** Whether a list of atoms permits something; a higher tier includes the lower ones. */
function permits(atoms: readonly string[], wanted: Permission): boolean {
  const cut = wanted.lastIndexOf('.')
  const from = TIERS.findIndex((tier) => tier === wanted.slice(cut + 1))
  return TIERS.slice(from).some((tier) => atoms.includes(`${wanted.slice(0, cut)}.${tier}`))
}

function placePermits(choice: Choice, place: Membership['place'], wanted: Permission): boolean {
  if (place === 'owner' || place === 'admin') return true
  if (place === 'none' || wanted.endsWith('.admin')) return false
  if (wanted.endsWith('.read')) return true
  return place === 'member' && (choice.memberWritesEmail || !wanted.startsWith('email.'))
}

/** The permissions of a caller: in general, everywhere, and on one thing. */
export function reachOf(choice: Choice, member: Membership, wanted: Permission) {
  if (member.place === 'none' || member.grants === undefined) {
    const all = placePermits(choice, member.place, wanted)
    return { some: all, all, to: (_id: string) => all }
  }
  const roles = rolesOf(choice, member.org)
  const grants = member.grants.filter((grant) => {
    const role = roles.find(({ id }) => id === grant.role)
    return role !== undefined && permits(role.permissions, wanted)
  })
  const all = grants.some(({ resourceIds }) => resourceIds.length === 0)
  return {
    some: grants.length > 0,
    all,
    to: (id: string) => all || grants.some(({ resourceIds }) => resourceIds.includes(id)),
  }
}

export type Reach = ReturnType<typeof reachOf>

/** The permission catalogue, grouped and labelled. */
export function permissionCatalog(tiers: readonly string[] = TIERS) {
  const label = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return Object.entries(SERVICES).map(([service, resources]) => ({
    service,
    serviceLabel: label(service),
    resources: resources.map((resource) => ({
      resource,
      resourceLabel: label(resource),
      tiers: tiers.map((tier) => ({
        permission: `${service}.${resource}.${tier}`,
        tier,
        label: `${label(tier)} ${resource}`,
      })),
    })),
  }))
}
