import { AREAS, type Area } from '../../../contract/areas.ts'
import type { Reach } from '../../../model/access/tiers.ts'
import { type Item, itemsOf } from '../../compare/comparison.ts'

/** What a target shows of its services: those named like an area of the contract, and the one of each permission. */
export interface Services {
  readonly named: ReadonlySet<unknown>
  readonly ofPermission: ReadonlyMap<unknown, unknown>
  /** Permissions that only allow reading. */
  readonly reading: ReadonlySet<unknown>
  /** Roles that only allow reading, as the profile says. */
  readonly readOnlyRoles: readonly string[]
}

export function servicesShown(
  catalog: unknown,
  roles: readonly Item[],
  readOnlyRoles: readonly string[] = [],
): Services {
  const services = itemsOf(catalog)
  const shown = new Set([...services, ...roles].map(({ service }) => service))
  const atoms = services.flatMap(({ service, resources }) =>
    itemsOf(resources).flatMap(({ tiers }) =>
      itemsOf(tiers).map(({ permission, tier }) => ({ permission, tier, service })),
    ),
  )
  return {
    named: new Set(AREAS.filter((area) => shown.has(area))),
    ofPermission: new Map(atoms.map(({ permission, service }) => [permission, service])),
    reading: new Set(atoms.flatMap(({ permission, tier }) => (tier === 'read' ? [permission] : []))),
    readOnlyRoles,
  }
}

/**
 * How far a role that names its service can reach: to every tier of that service and of those it has permissions in, or
 * to reading, where it has permissions for that alone. Areas that no service is named after may belong to any of them.
 * Undefined where that is not certain.
 */
export function reachShown(role: Item, services: Services): readonly Reach[] | undefined {
  const areas = areasReached(role, services)
  if (isReadOnly(role, services)) return (areas ?? AREAS).map((service) => ({ service, tier: 'read' }))
  return areas?.map((service) => ({ service, tier: 'admin' }))
}

function areasReached({ service, permissions = [] }: Item, { named, ofPermission }: Services): Area[] | undefined {
  const within = [service, ...[permissions].flat().map((permission) => ofPermission.get(permission))]
  if (!within.every((one) => named.has(one))) return undefined
  return AREAS.filter((area) => within.includes(area) || !named.has(area))
}

function isReadOnly({ id, permissions }: Item, { reading, readOnlyRoles }: Services): boolean {
  if (readOnlyRoles.includes(String(id))) return true
  return Array.isArray(permissions) && permissions.length > 0 && permissions.every((one) => reading.has(one))
}
