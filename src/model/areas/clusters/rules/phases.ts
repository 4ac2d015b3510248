import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { stateOf } from '../queries/clusters/phase.ts'
import type { ClusterRow } from '../state/index.ts'

export const concurrentChange = refusal({
  id: 'clusters.concurrent-change',
  says: "A change is refused with 409 while somebody else's change of the same cluster is in progress.",
  checklist: ['CLU-07'],
  where: 'Errors, Clusters PATCH',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['updateCluster'],
  when(context) {
    const work = context.named('Cluster')?.work
    return work?.byAnother && work.endedMs === undefined ? 'another change is under way' : undefined
  },
  spends(context) {
    const cluster = context.named('Cluster')
    if (cluster && cluster.work.dueId === undefined)
      context.put('Cluster', { ...cluster, work: { ...cluster.work, endedMs: context.nowMs } })
  },
})

/** Refuses an operation in the wrong phase; the status is open except for a change during a roll. */
function untimely(
  facts: Pick<Refusal, 'id' | 'says' | 'checklist' | 'on'> & Partial<Refusal>,
  refuses: (cluster: ClusterRow, context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    where: 'States, other states, cluster; Errors, Clusters (not said)',
    provenance: 'assumed',
    stage: 'conflict',
    status: 'clusters.state-conflict-status',
    when: (context) => {
      const cluster = context.named('Cluster')
      return (cluster && refuses(cluster, context)) || undefined
    },
    ...facts,
  })
}

export const changedWhileRolling = untimely(
  {
    id: 'clusters.changed-while-rolling',
    says: 'A change during a roll may be refused with 409 as a concurrent change.',
    checklist: ['CLU-07'],
    where: 'Errors, Clusters PATCH (what makes a change concurrent is not said)',
    status: 409,
    on: ['updateCluster'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'rolling' &&
    context.gap('clusters.patch-while-rolling') === 'refuse' &&
    'the last change is still under way',
)

export const changedWhileProvisioning = untimely(
  {
    id: 'clusters.changed-while-provisioning',
    says: 'Changes may be refused while the cluster is being provisioned.',
    checklist: ['CLU-03'],
    on: ['updateCluster'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'provisioning' &&
    context.gap('clusters.patch-while-provisioning') === 'refuse' &&
    'the cluster is not ready yet',
)

export const changedWhileDeleting = untimely(
  {
    id: 'clusters.changed-while-deleting',
    says: 'Changes may be refused while the cluster is being torn down.',
    checklist: ['CLU-08'],
    on: ['updateCluster'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'deleting' &&
    context.gap('clusters.patch-while-deleting') === 'refuse' &&
    'the cluster is being torn down',
)

export const kubeconfigTooEarly = untimely(
  {
    id: 'clusters.kubeconfig-too-early',
    says: 'A client configuration may be refused while the cluster is being provisioned.',
    checklist: ['CLU-10'],
    on: ['getKubeconfig'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'provisioning' &&
    context.gap('clusters.kubeconfig-while-provisioning') === 'refuse' &&
    'the cluster is not ready yet',
)

export const tokensTooEarly = untimely(
  {
    id: 'clusters.tokens-too-early',
    says: 'Creating join and registration tokens may be refused while the cluster is being provisioned.',
    checklist: ['CLU-11', 'CLU-13'],
    on: ['createJoinToken', 'createRegistrationToken'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'provisioning' &&
    context.gap('clusters.tokens-while-provisioning') === 'refuse' &&
    'the cluster is not ready yet',
)

export const accessTooLate = untimely(
  {
    id: 'clusters.access-too-late',
    says: 'Client configurations and tokens may be refused while the cluster is being torn down.',
    checklist: ['CLU-08'],
    on: ['getKubeconfig', 'createJoinToken', 'createRegistrationToken'],
  },
  (cluster, context) =>
    stateOf(context, cluster) === 'deleting' &&
    context.gap('clusters.access-while-deleting') === 'refuse' &&
    'the cluster is being torn down',
)

const deletion = (
  facts: Pick<Refusal, 'id' | 'says'>,
  refuses: (cluster: ClusterRow, context: RefusalContext) => string | undefined | false,
) => untimely({ ...facts, checklist: ['CLU-08'], on: ['deleteCluster'] }, refuses)

export const deletedAgain = deletion(
  { id: 'clusters.deleted-again', says: 'Deleting a cluster that is already being torn down may be refused.' },
  (cluster, context) =>
    stateOf(context, cluster) === 'deleting' &&
    context.gap('clusters.repeat-delete') === 'refuse' &&
    'the cluster is being torn down already',
)

export const deletedWhileChanging = deletion(
  { id: 'clusters.deleted-while-changing', says: 'Deleting a cluster that is not ready may be refused.' },
  (cluster, context) =>
    ['provisioning', 'rolling'].includes(stateOf(context, cluster)) &&
    context.gap('clusters.delete-while-changing') === 'refuse' &&
    'the cluster is being changed',
)

export const deletedWithNodes = deletion(
  { id: 'clusters.deleted-with-nodes', says: 'Deleting a cluster that has nodes may be refused.' },
  ({ org, name }, context) => {
    const [node] = context.newest('Node', 'parent', org, name)
    return node && context.gap('clusters.delete-with-nodes') === 'refuse' && 'there are nodes in the cluster'
  },
)

export const switchedOffExposed = untimely(
  {
    id: 'clusters.switched-off-exposed',
    says: 'Switching load balancers off while services are exposed may be refused.',
    checklist: ['CLU-14'],
    on: ['updateCluster'],
  },
  ({ managedLoadBalancers }, context) => {
    const body = checkedBody<'updateCluster'>(context)
    if (body?.managedLoadBalancers?.enabled !== false || managedLoadBalancers.loadBalancers.length === 0) return false
    return context.gap('clusters.switch-off-exposed') === 'refuse' && 'services are exposed'
  },
)
