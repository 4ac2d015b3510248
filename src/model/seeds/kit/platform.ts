import { seedPermissions } from '../../access/permission-catalog.ts'
import { seedRoles } from '../../access/roles.ts'
import { seedVersions } from '../../areas/clusters/state/version-catalog.ts'
import { seedEventTypes } from '../../areas/email/state/event-types.ts'
import { seedUpstreams } from '../../areas/registry/state/upstream-catalog.ts'
import { seedCatalog } from '../../areas/uptime/state/catalog.ts'
import { everyRow, newestFirst } from '../../table/table.ts'
import type { Choices } from '../../world/choices.ts'
import type { World } from '../../world/world.ts'

/** Each fills what is on offer to one organization. */
const OFFERS = [seedRoles, seedPermissions, seedUpstreams, seedEventTypes, seedVersions, seedCatalog]

/** Adds what the platform offers every organization; rows that are there already stay. */
export function seedPlatform(world: World, choices: Choices): World {
  const organizations = [...everyRow(world.tables.Organization)].map(({ id }) => id)
  return organizations
    .filter((org) => newestFirst(world.tables.IamRole, 'all', [org]).next().done)
    .reduce((sofar, org) => OFFERS.reduce((filled, offer) => offer(filled, org, choices), sofar), world)
}
