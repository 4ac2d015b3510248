import { permits } from '../../../access/permits.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { ON_ONE_CLUSTER } from '../queries/clusters/operations.ts'
import { stateOf } from '../queries/clusters/phase.ts'

export const organizationMismatch = refusal({
  id: 'clusters.organization-mismatch',
  says: "Another organization's cluster answers 403, unless it is treated as unknown.",
  checklist: ['CLU-01', 'GEN-04'],
  where: 'Errors, Clusters (403 and 404 both fit)',
  provenance: 'stated',
  stage: 'permission',
  status: 403,
  on: ON_ONE_CLUSTER,
  when(context) {
    if (context.named('Cluster')) return undefined
    const [elsewhere] = context.newest('Cluster', 'name', context.parameters.name ?? '')
    if (!elsewhere || context.gap('clusters.foreign-cluster-status') === 404) return undefined
    return 'this cluster belongs to another organization'
  },
})

const unknown = ({ parameters }: RefusalContext) => `there is no cluster ${parameters.name}`

export const tornDown = refusal({
  id: 'clusters.torn-down',
  says: 'After its teardown a cluster answers 404.',
  checklist: ['CLU-08'],
  where: 'Endpoints, Clusters, row 5; Errors, Clusters',
  provenance: 'implied',
  stage: 'existence',
  status: 404,
  on: [...ON_ONE_CLUSTER, 'joinNode'],
  when(context) {
    const cluster = context.named('Cluster')
    return cluster && stateOf(context, cluster) === 'gone' ? unknown(context) : undefined
  },
})

export const hiddenWhileDeleting = refusal({
  id: 'clusters.hidden-while-deleting',
  says: 'A cluster may be unknown from the moment its teardown is accepted.',
  checklist: ['CLU-08'],
  where: 'Endpoints, Clusters, row 5 (how long it shows is not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 404,
  on: [...ON_ONE_CLUSTER, 'joinNode'],
  when(context) {
    const cluster = context.named('Cluster')
    if (!cluster || stateOf(context, cluster) !== 'deleting') return undefined
    return context.gap('clusters.deleting-visible') === 'gone' ? unknown(context) : undefined
  },
})

/** The permission that each operation needs: a resource of the catalog, and a tier that a gap decides. */
const NEEDED = {
  createCluster: ['cluster', 'change'],
  updateCluster: ['cluster', 'change'],
  deleteCluster: ['cluster', 'delete'],
  deleteNode: ['node', 'deregister'],
  getKubeconfig: ['kubeconfig', 'kubeconfig'],
  createJoinToken: ['join-token', 'join-token'],
  createRegistrationToken: ['registration-token', 'registration-token'],
  updateRegistrationToken: ['registration-token', 'registration-token'],
  deleteRegistrationToken: ['registration-token', 'registration-token'],
} as const
type Guarded = keyof typeof NEEDED
const GUARDED = Object.keys(NEEDED) as Guarded[]

export const permissionNeeded = refusal({
  id: 'clusters.permission-needed',
  says: 'Changing or accessing clusters may need a permission.',
  checklist: ['CLU-10'],
  where: 'Authentication, points 3 and 8 (nothing about the roles for it)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: GUARDED,
  when(context) {
    const id = GUARDED.find((name) => name === context.operation.id)
    if (!id) return undefined
    const [resource, needs] = NEEDED[id]
    const permission = `clusters.${resource}.${context.gap('clusters.operation-tiers')[needs]}`
    return permits(context, context.caller, permission, context.parameters.name)
      ? undefined
      : `this needs the permission ${permission}`
  },
})
