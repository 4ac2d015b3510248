import { AREAS } from '../../../contract/areas.ts'
import type { Reach } from '../../../model/access/tiers.ts'
import { type Item, itemsOf } from '../../compare/comparison.ts'

/** What a target shows of its services: those named like an area of the contract, and the one of each permission. */
export interface Services {
  readonly named: ReadonlySet<unknown>
  readonly ofPermission: ReadonlyMap<unknown, unknown>
}

export function servicesShown(catalog: unknown, roles: readonly Item[]): Services {
  const services = itemsOf(catalog)
  const shown = new Set([...services, ...roles].map(({ service }) => service))
  const permissions = services.flatMap(({ service, resources }) =>
    itemsOf(resources).flatMap(({ tiers }) => itemsOf(tiers).map(({ permission }) => [permission, service] as const)),
  )
  return { named: new Set(AREAS.filter((area) => shown.has(area))), ofPermission: new Map(permissions) }
}

/**
 * How far a role that names its service can reach: to every tier of that service and of those it has permissions in.
 * Areas that no service is named after may belong to any of them. Undefined where that is not certain.
 */
export function reachShown({ service, permissions = [] }: Item, services: Services): readonly Reach[] | undefined {
  const { named, ofPermission } = services
  const within = [service, ...[permissions].flat().map((permission) => ofPermission.get(permission))]
  if (!within.every((one) => named.has(one))) return undefined
  return AREAS.filter((area) => within.includes(area) || !named.has(area)).map((area) => ({
    service: area,
    tier: 'admin',
  }))
}
