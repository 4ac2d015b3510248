import { isObject } from '../../../contract/json.ts'
import { compareVersions, readVersion } from '../../../model/areas/clusters/queries/versions/version.ts'
import type { StartRow, StartUp, Surroundings } from '../../area-judge/start-up.ts'

export const CLUSTERS_START_UP: StartUp = {
  /** The profile tells which versions there are, or the catalog, where the profile tells only where that is. */
  rows: async ({ vocabulary: { orchestratorVersions }, read }) =>
    (orchestratorVersions ?? (await catalog(read))).map(
      (version): StartRow => ({
        table: 'OrchestratorVersion',
        of: 'each',
        row: { id: version, version },
      }),
    ),
}

/** The versions in the target's catalog, oldest first. */
async function catalog(read: Surroundings['read']): Promise<string[]> {
  const listed = (await read('listClusterVersions'))?.versions
  const versions = (Array.isArray(listed) ? listed : []).flatMap((one) =>
    isObject(one) && typeof one.version === 'string' ? [{ text: one.version, parts: readVersion(one.version) }] : [],
  )
  return versions
    .toSorted((a, b) => (a.parts && b.parts ? compareVersions(a.parts, b.parts) : 0))
    .map(({ text }) => text)
}
