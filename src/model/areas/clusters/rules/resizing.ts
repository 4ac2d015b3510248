import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import type { RequestBody } from '../../../request/operation-types.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { areUsable, fixedFields, modeAfter } from '../queries/clusters/fixed-fields.ts'
import { crowdedComponent } from '../queries/clusters/headroom.ts'
import { isSmallerSize, isTier, tierStep } from '../queries/clusters/tiers.ts'
import type { ClusterRow } from '../state/index.ts'
import { headroomNamesComponent, upsizingFree } from '../statements/index.ts'

type Body = Partial<RequestBody<'updateCluster'>>

/** The tier asked for, with how it compares to the present one. */
function resizeAsked(context: RefusalContext): { readonly cluster: ClusterRow; readonly step: number } | undefined {
  const cluster = context.named('Cluster')
  const tier = checkedBody<'updateCluster'>(context)?.tier
  return cluster && tier !== undefined ? { cluster, step: tierStep(cluster.tier, tier) } : undefined
}

export const noHeadroom = refusal({
  id: 'clusters.no-headroom',
  says: 'A smaller tier is refused with 409 while a component is too full for it.',
  checklist: ['CLU-06'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 3; Errors, Clusters PATCH',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['updateCluster'],
  when(context) {
    const resize = resizeAsked(context)
    if (!resize || resize.step === 0) return undefined
    if (resize.step > 0) {
      context.cite(upsizingFree)
      return undefined
    }
    const component = crowdedComponent(context, resize.cluster)
    return component && crowded(context, component)
  },
  names(context) {
    const resize = resizeAsked(context)
    const component = resize && crowdedComponent(context, resize.cluster)
    return component === undefined ? [] : [component]
  },
})

export const crowdedAnyway = refusal({
  id: 'clusters.crowded-anyway',
  says: 'A component whose usage was not set may be too full for a smaller tier.',
  checklist: ['CLU-06'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 3 (the check is live)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 409,
  on: ['updateCluster'],
  when(context) {
    const resize = resizeAsked(context)
    if (!resize || resize.step >= 0 || context.gap('clusters.unreported-headroom') === 'roomy') return undefined
    const unreported = context.gap('clusters.components').find((name) => !(name in resize.cluster.usedPercent))
    return unreported && crowded(context, unreported)
  },
})

function crowded(context: RefusalContext, component: string): string {
  context.cite(headroomNamesComponent)
  return `not enough headroom: ${component}`
}

/** Something in a change that its schema lets through and an implementation may not. */
function doubtful(
  facts: Pick<Refusal, 'id' | 'says'> & Partial<Refusal>,
  wrong: (body: Body, cluster: ClusterRow, context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    checklist: ['CLU-03'],
    where: 'Endpoints, Clusters, row 4 (not said)',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['updateCluster'],
    when: (context) => {
      const [body, cluster] = [checkedBody<'updateCluster'>(context), context.named('Cluster')]
      return (body && cluster && wrong(body, cluster, context)) || undefined
    },
    ...facts,
  })
}

export const tierUnknown = doubtful(
  {
    id: 'clusters.tier-unknown',
    says: 'A change to an unknown tier may be refused.',
    checklist: ['CLU-02'],
  },
  ({ tier }, _, context) =>
    tier !== undefined &&
    !isTier(tier) &&
    context.gap('clusters.change-tier-values') === 'refuse' &&
    `there is no tier ${tier}`,
)

export const nothingNamed = doubtful(
  { id: 'clusters.nothing-named', says: 'A change without any field may be refused.' },
  (body, _, context) =>
    Object.keys(body).length === 0 &&
    fixedFields(context.given).mesh === undefined &&
    context.gap('general.empty-patch') === 'refuse' &&
    'nothing to change is named',
)

export const changesCombined = doubtful(
  { id: 'clusters.changes-combined', says: 'Changing a version and a tier in one request may be refused.' },
  ({ tier, orchestratorVersion }, _, context) =>
    tier !== undefined &&
    orchestratorVersion !== undefined &&
    context.gap('clusters.combined-change') === 'refuse' &&
    'change either the version or the tier',
)

export const fixedNamed = doubtful(
  { id: 'clusters.fixed-named', says: 'Mesh or the mode of the datastore in a change may be refused.' },
  (_body, _, context) => {
    const named = fixedFields(context.given)
    if (named.mesh === undefined && named.mode === undefined) return undefined
    const choice = context.gap('clusters.fixed-in-patch')
    if (choice === 'refuse') return 'mesh and datastore mode cannot be changed'
    return choice === 'apply' && !areUsable(named) && 'mesh is true or false, a datastore shared or dedicated'
  },
)

export const replicasFewer = doubtful(
  { id: 'clusters.replicas-fewer', says: 'Lowering the redundancy may be refused.' },
  ({ replicas }, cluster, context) =>
    replicas !== undefined &&
    replicas < cluster.replicas &&
    context.gap('clusters.fewer-replicas') === 'refuse' &&
    'replicas cannot become fewer',
)

export const sharedChanged = doubtful(
  { id: 'clusters.shared-changed', says: 'Changing the datastore of a cluster with a shared one may be refused.' },
  ({ datastore }, cluster, context) =>
    datastore !== undefined &&
    cluster.datastore.mode === 'shared' &&
    modeAfter(context, context.given, cluster.datastore) === 'shared' &&
    context.gap('clusters.datastore-change-on-shared') === 'refuse' &&
    'the datastore is shared',
)

export const datastoreShrunk = doubtful(
  { id: 'clusters.datastore-shrunk', says: 'Making a datastore smaller may be refused.' },
  ({ datastore }, { datastore: before }, context) => {
    // One that becomes shared has no size any more.
    if (!datastore || modeAfter(context, context.given, before) !== before.mode) return undefined
    const storage = before.storageGiB !== undefined && datastore.storageGiB < before.storageGiB
    const replicas = before.replicas !== undefined && datastore.replicas < before.replicas
    const rest = replicas || isSmallerSize(before.size, datastore.size)
    if (!storage && !rest) return undefined
    const may = context.gap('clusters.shrinking-datastore')
    return (may === 'nothing' || (storage && may === 'not-storage')) && 'a datastore cannot be made smaller like this'
  },
)
