import type { StartRow, StartUp } from '../../area-judge/start-up.ts'
import { type Item, itemsOf } from '../../compare/comparison.ts'
import { reachShown, type Services, servicesShown } from './reach-shown.ts'

/** One permission for each tier of each resource that the target lists. */
const permissionsOf = ({ service, serviceLabel, resources }: Item): StartRow[] =>
  itemsOf(resources).flatMap(({ resource, resourceLabel, tiers }) =>
    itemsOf(tiers).map(
      (atom): StartRow => ({
        table: 'Permission',
        of: 'each',
        row: { ...atom, ...{ service, serviceLabel, resource, resourceLabel }, id: String(atom.permission) },
      }),
    ),
  )

/** Roles that a token may be narrowed to, as the scope options name them, with what the catalog adds. */
function rolesOf(options: Item | undefined, catalog: Item | undefined, services: Services): StartRow[] {
  const listed = new Map(itemsOf(catalog?.roles).map((role) => [role.id, role]))
  const offered = new Map(itemsOf(options?.roles).map((role) => [role.id, role]))
  return [...new Set([...listed.keys(), ...offered.keys()])].map((id): StartRow => {
    // A role that the catalog does not list but that can be granted is one of the organization's own.
    const kind = catalog && !listed.has(id) ? 'custom' : 'builtin'
    const shown = { service: undefined, kind, ...offered.get(id), ...listed.get(id) }
    return { table: 'IamRole', of: 'ours', row: { ...shown, id: String(id), reaches: reachShown(shown, services) } }
  })
}

export const IAM_START_UP: StartUp = {
  async rows({ read, vocabulary: { readOnlyRoles } }) {
    const permissions = await read('listPermissions')
    const [options, catalog] = [await read('getTokenScopeOptions'), await read('getIamCatalog')]
    const roles = [...itemsOf(options?.roles), ...itemsOf(catalog?.roles)]
    const services = servicesShown(permissions?.services, roles, readOnlyRoles)
    return [...itemsOf(permissions?.services).flatMap(permissionsOf), ...rolesOf(options, catalog, services)]
  },
}
