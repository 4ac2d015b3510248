import { seedCatalog } from '../areas/uptime/catalog.ts'
import type { Choices } from '../draft.ts'
import { everyRow } from '../table.ts'
import type { World } from '../world.ts'

/** What the platform offers every organization, whoever it is. */
export function seedPlatform(world: World, choices: Choices): World {
  const organizations = [...everyRow(world.tables.Organization)].map(({ id }) => id)
  return organizations.reduce((sofar, org) => seedCatalog(sofar, org, choices), world)
}
