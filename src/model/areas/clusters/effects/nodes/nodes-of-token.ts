import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistrationTokenRow } from '../../state/index.ts'
import { nowReady } from './node-ready.ts'
import { takeOut } from './nodes.ts'

/**
 * Keeps or removes the nodes that joined with a token which is no longer valid; keeping them is as good a reading as
 * any.
 */
export function settleNodes(context: Transaction, { org, cluster, id }: RegistrationTokenRow): void {
  const nodes = [...context.oldest('Node', 'token', org, cluster, id)]
  if (nodes.length === 0) return
  const what = context.gap('clusters.nodes-of-ended-token')
  for (const node of nodes)
    if (what === 'remove') takeOut(context, node)
    else if (what === 'not-ready') {
      if (node.dueId !== undefined) context.cancel(node.dueId)
      context.put('Node', nowReady(node, false))
    }
}
