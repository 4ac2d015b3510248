import { listedFor } from '../../checks/beyond-quota.ts'
import { PLENTY, type Switch } from '../../kit/switch.ts'
import { beyondClusters } from './places.ts'

export const CLUSTERS_SWITCHES: readonly Switch[] = [
  {
    event: 'quotaChanges',
    off: { quota: 'clusters', value: 0 },
    on: { quota: 'clusters', value: PLENTY },
    only: ['createCluster'],
    there: listedFor(beyondClusters),
  },
]
