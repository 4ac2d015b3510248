import { isObject } from '../../../contract/json.ts'
import { splitKey } from '../../../model/table/table.ts'
import type { Asked, MustWorkEvents } from '../../area-judge/must-work.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { Shadow } from '../../shadow/shadow.ts'
import { LONGEST_WORK_SECONDS, MANY_READS, restOf } from './checks/resting.ts'

/**
 * A node joins with a valid token at a cluster that has let one in with a token before, or was made long ago, so that it is
 * ready (Authentication, point 8), and a service is exposed below the limit (Limits).
 */
export const CLUSTERS_MUST_WORK: MustWorkEvents = {
  serviceExposed: { rules: ['CLU-14'], evidence: 'impossible', applies: hasRoom },
  nodeJoins: {
    rules: ['CLU-13'],
    evidence: 'impossible',
    applies: ({ shadow, org, body }) =>
      isObject(body) &&
      body.token !== undefined &&
      !mayBeReplaced(shadow, body.token) &&
      (hasLetIn(shadow, body.cluster) || isUp(shadow, org, String(body.cluster))),
  },
}

/** True if nothing was asked of a cluster for so long that it is made, by the clock and by reads. */
function isUp(shadow: Shadow, org: string, name: string): boolean {
  const { sinceMs, reads } = restOf(shadow, org, name) ?? { sinceMs: Number.POSITIVE_INFINITY, reads: 0 }
  return reads >= MANY_READS && shadow.world.nowMs - sinceMs > LONG_MS
}
const LONG_MS = 86_400_000

/** True for a join token with a newer one beside it: whether both are valid is open. */
function mayBeReplaced({ world }: Shadow, token: unknown): boolean {
  const tokens = rowsOf(world, 'JoinToken')
  const { cluster, seq } = tokens.find(({ joinToken }) => joinToken === token) ?? {}
  return seq !== undefined && tokens.some((other) => other.cluster === cluster && other.seq > seq)
}

/** True if a node has joined the cluster with a token of either kind, though it may have left since. */
function hasLetIn({ world, gone }: Shadow, cluster: unknown): boolean {
  const hasLeft = [...gone].map(splitKey).some(([entity, , of]) => entity === 'Node' && of === cluster)
  return (
    rowsOf(world, 'Node').some((row) => row.cluster === cluster && row.registrationTokenId !== undefined) ||
    rowsOf(world, 'RegistrationToken').some(
      (row) => row.cluster === cluster && row.lastUsed !== undefined && hasLeft,
    ) ||
    rowsOf(world, 'JoinToken').some((row) => row.cluster === cluster && row.used)
  )
}

/** True if the cluster was shown with load balancers on, with fewer than it may have, and nothing was asked of it for long. */
function hasRoom({ shadow, body }: Asked): boolean {
  const name = isObject(body) ? body.cluster : undefined
  const { org = '', managedLoadBalancers: shown } = rowsOf(shadow.world, 'Cluster').find((row) => row.id === name) ?? {}
  const { sinceMs } = restOf(shadow, org, String(name)) ?? { sinceMs: 0 }
  return (
    shown?.enabled === true &&
    typeof shown.maxServices === 'number' &&
    shown.loadBalancers.length < shown.maxServices &&
    shadow.world.nowMs - sinceMs > LONGEST_WORK_SECONDS * 1000
  )
}
