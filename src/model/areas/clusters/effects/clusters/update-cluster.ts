import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { settingsOf } from '../../queries/clusters/phase.ts'
import { clusterView } from '../../queries/views.ts'
import type { ClusterRow } from '../../state/index.ts'
import { beginWork } from '../progress/begin-work.ts'
import { changedCluster } from './changed-cluster.ts'

type Context = EffectContext<'updateCluster'>

/** Accepted; the control plane rolls after the answer (Endpoints, Clusters, row 4). */
export const updateCluster: Effect<'updateCluster'> = (context) => {
  const before = context.the('Cluster')
  const after = changedCluster(context, before)
  const rolled = rolls(context, before, after) ? rolling(context, before, after) : after
  return clusterView(context, context.put('Cluster', rolled))
}

/** While a cluster is made or torn down it takes up new values on the way. */
function rolls(context: Context, before: ClusterRow, after: ClusterRow): boolean {
  const { kind, endedMs } = before.work
  if (kind === 'deleting' || (endedMs === undefined && kind !== 'rolling')) return false
  const { loadBalancersOn: was, ...old } = settingsOf(before)
  const { loadBalancersOn: is, ...now } = settingsOf(after)
  if (!same(old, now)) return true
  const only = is !== was ? 'clusters.load-balancer-switch' : 'clusters.unchanged-patch'
  return context.gap(only) === 'roll'
}

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A change during a roll restarts it; the values before the roll are kept. */
function rolling(context: Context, before: ClusterRow, after: ClusterRow): ClusterRow {
  const { work } = before
  const former = work.kind === 'rolling' && work.endedMs === undefined ? work.before : undefined
  return beginWork(context, after, { kind: 'rolling', before: former ?? settingsOf(before) })
}
