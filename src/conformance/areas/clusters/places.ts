import { freePlaces } from '../../checks/free-places.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** The quota of clusters (Limits), once staff has set it. */
export const clusterPlaces = freePlaces({
  create: 'createCluster',
  entity: 'Cluster',
  of: (world, org) => rowsOf(world, 'ClusterSettings').find((row) => row.org === org)?.quota,
})
