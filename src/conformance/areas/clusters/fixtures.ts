import type { Rows } from '../../../model/world/rows.ts'
import { plainName } from '../../kit/drawing.ts'
import { A_WHILE_LATER, type Fixtures } from '../../kit/fixture.ts'
import { newest, own } from '../../kit/own-rows.ts'

/** Nothing is under way. */
export const isReady = ({ work }: Rows['Cluster']): boolean => work.endedMs !== undefined

export const CLUSTERS_FIXTURES: Fixtures = {
  ReadyCluster: {
    isThere: (drawing) => own(drawing, 'Cluster').some(isReady),
    prepare: (drawing) => (newest(drawing, 'Cluster') ? A_WHILE_LATER : { missing: 'Cluster' }),
  },
  Node: {
    prepare(drawing) {
      const cluster = newest(drawing, 'Cluster')
      if (!cluster) return { missing: 'Cluster' }
      return isReady(cluster)
        ? { event: 'nodeJoins', body: { cluster: cluster.name, node: plainName(drawing), ready: true } }
        : A_WHILE_LATER
    },
    alone: true,
  },
}
