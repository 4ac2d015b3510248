import { isListedFor } from '../../../../access/permits.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { stateOf } from '../../queries/clusters/phase.ts'
import { clusterView } from '../../queries/views.ts'
import type { ClusterRow } from '../../state/index.ts'
import { tornDownNotListed } from '../../statements/index.ts'
import { beginWork } from '../progress/begin-work.ts'
import { noteRead } from '../progress/end-work.ts'

export const listClusters: Effect<'listClusters'> = (context) => {
  const all = context.oldest('Cluster', 'all', context.caller.org)
  const shown = listed(
    context,
    [...all].filter((cluster) => isListed(context, cluster)),
    ({ name }) => name,
  )
  const views = shown.map((cluster) => clusterView(context, cluster))
  for (const cluster of shown) noteRead(context, cluster)
  return { clusters: views }
}

function isListed(context: EffectContext<'listClusters'>, cluster: ClusterRow): boolean {
  if (!isListedFor(context, context.caller, 'clusters', cluster.name)) return false
  const state = stateOf(context, cluster)
  if (state === 'gone') {
    context.cite(tornDownNotListed)
    return false
  }
  return state !== 'deleting' || context.gap('clusters.deleting-visible') === 'visible'
}

export const getCluster: Effect<'getCluster'> = (context) => {
  const cluster = context.the('Cluster')
  const view = clusterView(context, cluster)
  noteRead(context, cluster)
  return view
}

/** Accepted; the teardown goes on after the answer. Asked for again, it goes on as it did. */
export const deleteCluster: Effect<'deleteCluster'> = (context) => {
  const cluster = context.the('Cluster')
  if (cluster.work.kind === 'deleting') return
  const before = cluster.work.endedMs === undefined ? cluster.work.before : undefined
  context.put('Cluster', beginWork(context, cluster, { kind: 'deleting', before }))
}
