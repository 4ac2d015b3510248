import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'

/** The numbers that a creation or a change of a cluster asks for. */
interface Numbers {
  readonly replicas: number | undefined
  readonly datastoreReplicas: number | undefined
  readonly storageGiB: number | undefined
}

function numbersIn(context: RefusalContext): Numbers | undefined {
  const body = checkedBody<'createCluster' | 'updateCluster'>(context)
  if (!body) return undefined
  const { replicas, storageGiB } = body.datastore ?? {}
  return { replicas: body.replicas, datastoreReplicas: replicas, storageGiB }
}

/** Bounds are not mentioned anywhere, so each may be another. */
function bound(
  facts: Pick<Refusal, 'id' | 'says'>,
  beyond: (numbers: Numbers, context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    ...facts,
    checklist: ['CLU-01', 'CLU-03'],
    where: 'Endpoints, Clusters, rows 2 and 4 (no bounds)',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createCluster', 'updateCluster'],
    when: (context) => {
      const numbers = numbersIn(context)
      return (numbers && beyond(numbers, context)) || undefined
    },
  })
}

const given = (...numbers: readonly (number | undefined)[]): number[] => numbers.flatMap((number) => number ?? [])

export const numbersBelowOne = bound(
  { id: 'clusters.numbers-below-one', says: 'Fewer than one replica, or less than one GiB, may be refused.' },
  ({ replicas, datastoreReplicas, storageGiB }, context) => {
    const [noReplica] = given(replicas, datastoreReplicas).filter((number) => number < 1)
    if (noReplica !== undefined && context.gap('clusters.counts-below-one') === 'refuse')
      return 'replicas are at least 1'
    const noStorage = storageGiB !== undefined && storageGiB < 1
    return noStorage && context.gap('clusters.storage-below-one') === 'refuse' && 'storage is at least 1 GiB'
  },
)

export const replicasTooMany = bound(
  { id: 'clusters.replicas-too-many', says: 'There may be a largest number of replicas.' },
  ({ replicas, datastoreReplicas }, context) => {
    const asked = given(replicas, datastoreReplicas)
    if (asked.length === 0) return undefined
    const most = context.gap('clusters.most-replicas')
    return asked.some((number) => number > most) && `there are at most ${most} replicas`
  },
)

export const replicasEven = bound(
  { id: 'clusters.replicas-even', says: 'An even redundancy may be refused.' },
  ({ replicas = 1 }, context) =>
    replicas % 2 === 0 && context.gap('clusters.even-replicas') === 'refuse' && 'replicas must be odd',
)

export const storageTooSmall = bound(
  { id: 'clusters.storage-too-small', says: 'There may be a smallest storage.' },
  ({ storageGiB }, context) => {
    if (storageGiB === undefined || storageGiB < 1) return undefined
    const least = context.gap('clusters.least-storage-gib')
    return storageGiB < least && `storage is at least ${least} GiB`
  },
)
