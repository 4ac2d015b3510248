import type { GapValues } from '../../../../../contract/generated/gaps.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { ClusterRow } from '../../state/index.ts'
import { redundantStaysUp, singleReplicaRestarts } from '../../statements/index.ts'

type Shows = GapValues['clusters.single-replica-restart']

/** True if a control plane without redundancy is restarting, and this is one of the places where that shows. */
export function isRestarting(reader: Reader, { work, replicas }: ClusterRow, shows: Shows): boolean {
  if (work.kind !== 'rolling' || work.endedMs !== undefined) return false
  if ((work.before?.replicas ?? replicas) !== 1) {
    reader.cite(redundantStaysUp)
    return false
  }
  if (reader.gap('clusters.single-replica-restart') !== shows) return false
  reader.cite(singleReplicaRestarts)
  return reader.nowMs < work.startedMs + reader.gap('clusters.restart-seconds') * 1000
}
