import { beyondQuota } from '../../checks/beyond-quota.ts'
import { freePlaces, type Quota } from '../../checks/free-places.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** Words in a phase that say that a cluster is being torn down: whether it still counts is open. */
const GOING = /clos|delet|destroy|drain|dying|evict|going|gone|leav|purg|remov|retir|shut|stop|tear|terminat|wip/i

/** The quota of clusters (Limits), once staff has set it. */
const CLUSTERS: Quota = {
  create: 'createCluster',
  entity: 'Cluster',
  of: (world, org) => rowsOf(world, 'ClusterSettings').find((row) => row.org === org)?.quota,
  counts: ({ phase }) => typeof phase === 'string' && !GOING.test(phase),
}

export const clusterPlaces = freePlaces(CLUSTERS)

export const beyondClusters = beyondQuota(CLUSTERS, 'clusters.quota-exceeded')
