import type { StartRow, StartUp } from '../../area-judge/start-up.ts'

export const CLUSTERS_START_UP: StartUp = {
  /** Only the profile can tell which versions there are. */
  rows: async ({ vocabulary: { orchestratorVersions = [] } }) =>
    orchestratorVersions.map(
      (version): StartRow => ({
        table: 'OrchestratorVersion',
        of: 'each',
        row: { id: version, version },
      }),
    ),
}
