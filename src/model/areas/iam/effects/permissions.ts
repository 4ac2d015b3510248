import type { components } from '../../../../contract/generated/api.ts'
import type { PermissionRow } from '../../../access/state.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import type { Effect } from '../../area.ts'
import { everyTier, namedPermissions } from '../statements/index.ts'

type Schemas = components['schemas']
type Context = EffectContext<'listPermissions'>

export const listPermissions: Effect<'listPermissions'> = (context) => {
  const services = Map.groupBy(atomsShown(context), ({ service }) => service)
  return { services: [...services].map(([service, atoms]) => serviceView(service, atoms)) }
}

function atomsShown(context: Context): PermissionRow[] {
  context.cite(everyTier)
  // Authentication, point 3.
  context.cite(namedPermissions)
  return [...context.oldest('Permission', 'all', context.caller.org)]
}

function serviceView(service: string, atoms: readonly PermissionRow[]): Schemas['PermissionCatalogService'] {
  const resources = Map.groupBy(atoms, ({ resource }) => resource)
  return {
    service,
    serviceLabel: atoms[0]?.serviceLabel ?? service,
    resources: [...resources].map(([resource, own]) => ({
      resource,
      resourceLabel: own[0]?.resourceLabel ?? resource,
      tiers: own.flatMap(tierView),
    })),
  }
}

function tierView({ permission, tier, label }: PermissionRow): Schemas['PermissionCatalogTier'][] {
  return tier === 'none' ? [] : [{ permission, tier, label }]
}
