import type { Transaction } from '../../../../world/transaction.ts'
import type { ClusterRow, Work } from '../../state/index.ts'
import { endWork } from './end-work.ts'

/** The timer that each kind of work ends by. */
export const ENDS_BY = {
  provisioning: 'cluster-provisioned',
  rolling: 'cluster-rolled',
  deleting: 'cluster-torn-down',
} as const satisfies Record<Work['kind'], string>

const TAKES = {
  provisioning: 'clusters.provisioning-seconds',
  rolling: 'clusters.roll-seconds',
  deleting: 'clusters.teardown-seconds',
} as const

/** A cluster whose work has begun; it goes on by the clock, by reads, or is over at once. What was under way is given up. */
export function beginWork(
  context: Transaction,
  cluster: ClusterRow,
  { kind, before }: Pick<Work, 'kind' | 'before'>,
): ClusterRow {
  giveUpWork(context, cluster)
  const begun = workOn(context, cluster, kind, before)
  switch (context.gap('clusters.progress')) {
    case 'at-once':
      return endWork(context, begun)
    case 'after-reads':
      return { ...begun, work: { ...begun.work, readsLeft: context.gap('clusters.progress-reads') } }
    case 'delay':
      return timed(context, begun, context.gap(TAKES[kind]))
  }
}

/** Somebody else's change: nobody's reads move it along. Without a time it goes on until a request has met it. */
export function beginOthersWork(
  context: Transaction,
  cluster: ClusterRow,
  before: Work['before'],
  seconds: number | undefined,
): ClusterRow {
  const begun = workOn(context, cluster, 'rolling', before)
  const others = { ...begun, work: { ...begun.work, byAnother: true } }
  return seconds === undefined ? others : timed(context, others, seconds)
}

function workOn({ nowMs }: Transaction, cluster: ClusterRow, kind: Work['kind'], before: Work['before']): ClusterRow {
  const work = { kind, startedMs: nowMs, endedMs: undefined, before, byAnother: false }
  return { ...cluster, work: { ...work, dueId: undefined, readsLeft: undefined }, deleting: kind === 'deleting' }
}

function timed(context: Transaction, cluster: ClusterRow, seconds: number): ClusterRow {
  const { org, name, work } = cluster
  const dueId = context.schedule(ENDS_BY[work.kind], context.nowMs + seconds * 1000, { org, cluster: name })
  return { ...cluster, work: { ...work, dueId } }
}

export function giveUpWork(context: Transaction, { work }: Pick<ClusterRow, 'work'>): void {
  if (work.dueId !== undefined && work.endedMs === undefined) context.cancel(work.dueId)
}
