import { isObject } from '../../../contract/json.ts'
import { isLeaving } from '../../area-judge/leaving-clusters.ts'
import type { Caused } from '../../shadow/caused.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { LONGEST_WORK_SECONDS } from './checks/resting.ts'
import { seenClusters } from './checks/seen-clusters.ts'

const OF_CLUSTERS: ReadonlySet<unknown> = new Set(['kubeconfig', 'registration-token'])

/** A teardown takes its own time, and whether what is left of a cluster lets anybody in is not said (Clusters, row 5). */
export function mayStillOpen({ contract, shadow, event, org, body }: Caused): boolean {
  if (event !== 'credentialUsed' || !isObject(body) || !OF_CLUSTERS.has(body.kind)) return false
  const { teardown = LONGEST_WORK_SECONDS } = contract.profile.deadlines
  const isOnItsWay = isLeaving({ shadow, org }, String(body.cluster))
  return isOnItsWay && shadow.world.nowMs - memoryOf(shadow, seenClusters).sinceMs <= teardown * 1000
}
