import type { Effect } from '../../area.ts'
import type { EffectContext } from '../../context.ts'
import { inListOrder } from '../../list-order.ts'
import type { Changing } from './changing.ts'
import { noteNodeRead } from './node-ready.ts'
import { deregisteredIsOut, liveNodes } from './rules/statements.ts'
import type { NodeRow } from './state.ts'
import { nodeView } from './views.ts'

export const listNodes: Effect<'listNodes'> = (context) => {
  const cluster = context.the('Cluster')
  const nodes = inListOrder(context, nodesIn(context))
  const views = nodes.map((node) => nodeView(context, cluster, node))
  for (const node of nodes) noteNodeRead(context, node)
  return { nodes: views }
}

function nodesIn(context: EffectContext<'listNodes'>): Iterable<NodeRow> {
  const { org, name } = context.the('Cluster')
  return context.follow(liveNodes)
    ? context.oldest('Node', 'parent', org, name)
    : [...context.oldest('Node', 'parent', org, name)].slice(1)
}

export const deleteNode: Effect<'deleteNode'> = (context) => {
  const node = context.the('Node')
  if (context.follow(deregisteredIsOut)) takeOut(context, node)
  else context.put('Node', { ...node, ready: false })
}

/** Takes a node out of its cluster, which remembers how long it was in. */
export function takeOut(context: Changing, node: NodeRow): void {
  const { org, cluster: name, dueId, joinedAtMs } = node
  if (dueId !== undefined) context.cancel(dueId)
  context.remove('Node', org, name, node.id)
  const cluster = context.get('Cluster', org, name)
  if (cluster) context.put('Cluster', { ...cluster, pastNodeMs: cluster.pastNodeMs + context.nowMs - joinedAtMs })
}
