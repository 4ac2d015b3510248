import type { Transaction } from '../../../../world/transaction.ts'
import type { TimerEffect } from '../../../area.ts'
import type { NodeRow } from '../../state/index.ts'

export const NODE_READY = 'node-ready'

/** A node on its way to being ready, like any other work of a cluster. */
export function awaitReady(context: Transaction, node: NodeRow): NodeRow {
  switch (context.gap('clusters.progress')) {
    case 'at-once':
      return { ...node, ready: true }
    case 'after-reads':
      return { ...node, readsLeft: context.gap('clusters.progress-reads') }
    case 'delay': {
      const atMs = context.nowMs + context.gap('clusters.node-ready-seconds') * 1000
      const { org, cluster, name } = node
      return { ...node, dueId: context.schedule(NODE_READY, atMs, { node: name, cluster, org }) }
    }
  }
}

export const nodeIsReady: TimerEffect = (context) => {
  const node = context.get('Node', context.org, String(context.data.cluster), String(context.data.node))
  if (node) context.put('Node', { ...node, ready: true, dueId: undefined })
}

export function noteNodeRead(context: Transaction, node: NodeRow): void {
  const { readsLeft } = node
  if (readsLeft === undefined) return
  context.put('Node', readsLeft > 1 ? { ...node, readsLeft: readsLeft - 1 } : nowReady(node, true))
}

/** A node whose being ready is settled for now; nothing pending changes it any more. */
export const nowReady = (node: NodeRow, ready: boolean): NodeRow => ({
  ...node,
  ready,
  dueId: undefined,
  readsLeft: undefined,
})
