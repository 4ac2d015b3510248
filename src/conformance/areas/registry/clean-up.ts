import type { CleanUp } from '../../area-judge/clean-up.ts'
import { liveRows } from '../../shadow/rows.ts'

export const REGISTRY_CLEAN_UP: CleanUp = {
  /** A registry is deleted only when it is empty (Endpoints, Registries, 6), so its repositories go first. */
  release: (world, org) =>
    liveRows(world, 'RegistryRepository', org).map(({ registry, name }) => ({
      operation: 'deleteRepository',
      parameters: { slug: registry },
      query: { repo: name },
    })),
}
