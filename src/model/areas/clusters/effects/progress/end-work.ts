import type { Transaction } from '../../../../world/transaction.ts'
import type { TimerEffect } from '../../../area.ts'
import type { ClusterRow } from '../../state/index.ts'
import { rollEndsAsAsked } from '../../statements/index.ts'
import { emptyOut } from './empty-out.ts'

/** A cluster when its work is over. */
export function endWork(context: Transaction, cluster: ClusterRow): ClusterRow {
  const over = { ...cluster, work: { ...cluster.work, endedMs: context.nowMs, dueId: undefined, readsLeft: undefined } }
  switch (cluster.work.kind) {
    case 'provisioning':
      return { ...over, readyAtMs: context.nowMs }
    case 'rolling':
      context.cite(rollEndsAsAsked)
      return over
    case 'deleting':
      emptyOut(context, cluster)
      return { ...over, deleted: true }
  }
}

/** The time of a provisioning, a roll or a teardown is over. */
export const workIsOver: TimerEffect = (context) => {
  const cluster = context.get('Cluster', context.org, String(context.data.cluster))
  if (cluster && cluster.work.endedMs === undefined) context.put('Cluster', endWork(context, cluster))
}

/** Counts a read, where reads move work along; the read itself still shows the work. */
export function noteRead(context: Transaction, cluster: ClusterRow): void {
  const { readsLeft, endedMs } = cluster.work
  if (readsLeft === undefined || endedMs !== undefined) return
  const read = { ...cluster, work: { ...cluster.work, readsLeft: readsLeft - 1 } }
  context.put('Cluster', readsLeft > 1 ? read : endWork(context, read))
}
