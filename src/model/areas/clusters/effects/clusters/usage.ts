import type { GapValues } from '../../../../../contract/generated/gaps.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'

type Context = EffectContext<'getClusterUsage'>
type Field = GapValues['clusters.usage-fields'][number]

const HOUR_MS = 3_600_000

/** A metering snapshot; its fields are not shown (Resources, gaps). */
export const getClusterUsage: Effect<'getClusterUsage'> = (context) => Object.fromEntries(measured(context))

const measured = (context: Context): (readonly unknown[])[] =>
  context.gap('clusters.usage-fields').map((field) => [field, MEASURES[field](context)])

const MEASURES: Readonly<Record<Field, (context: Context) => unknown>> = {
  cluster: (context) => context.the('Cluster').name,
  at: (context) => context.fresh.time(context.nowMs),
  nodes: (context) => nodesIn(context).length,
  controlPlaneHours: (context) => {
    const { readyAtMs, replicas } = context.the('Cluster')
    return readyAtMs === undefined ? 0 : Math.floor((context.nowMs - readyAtMs) / HOUR_MS) * Number(replicas)
  },
  nodeHours: (context) => {
    const present = nodesIn(context).reduce((sum, { joinedAtMs }) => sum + context.nowMs - joinedAtMs, 0)
    return Math.floor((context.the('Cluster').pastNodeMs + present) / HOUR_MS)
  },
  storageGiB: (context) => context.the('Cluster').datastore.storageGiB ?? 0,
  loadBalancers: (context) => context.the('Cluster').managedLoadBalancers.loadBalancers.length,
}

function nodesIn(context: Context) {
  const { org, name } = context.the('Cluster')
  return [...context.oldest('Node', 'parent', org, name)]
}
