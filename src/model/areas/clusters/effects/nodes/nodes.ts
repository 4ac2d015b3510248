import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { nodeView } from '../../queries/views.ts'
import type { NodeRow } from '../../state/index.ts'
import { deregisteredIsOut, liveNodes } from '../../statements/index.ts'
import { noteNodeRead } from './node-ready.ts'

export const listNodes: Effect<'listNodes'> = (context) => {
  const cluster = context.the('Cluster')
  const nodes = listed(context, nodesIn(context), ({ name }) => name)
  const views = nodes.map((node) => nodeView(context, cluster, node))
  for (const node of nodes) noteNodeRead(context, node)
  return { nodes: views }
}

function nodesIn(context: EffectContext<'listNodes'>): Iterable<NodeRow> {
  const { org, name } = context.the('Cluster')
  context.cite(liveNodes)
  return context.oldest('Node', 'parent', org, name)
}

export const deleteNode: Effect<'deleteNode'> = (context) => {
  const node = context.the('Node')
  context.cite(deregisteredIsOut)
  takeOut(context, node)
}

/** Takes a node out of its cluster, which remembers how long it was in. */
export function takeOut(context: Transaction, node: NodeRow): void {
  const { org, cluster: name, dueId, joinedAtMs } = node
  if (dueId !== undefined) context.cancel(dueId)
  context.remove('Node', org, name, node.id)
  const cluster = context.get('Cluster', org, name)
  if (cluster) context.put('Cluster', { ...cluster, pastNodeMs: cluster.pastNodeMs + context.nowMs - joinedAtMs })
}
