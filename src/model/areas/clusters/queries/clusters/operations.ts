import type { OperationId } from '../../../../request/operation-types.ts'

/** Operations with a cluster in their path. */
export const ON_ONE_CLUSTER = [
  'getCluster',
  'updateCluster',
  'deleteCluster',
  'getClusterUsage',
  'listNodes',
  'getKubeconfig',
  'createJoinToken',
  'deleteNode',
  'listRegistrationTokens',
  'createRegistrationToken',
  'updateRegistrationToken',
  'deleteRegistrationToken',
] as const satisfies readonly OperationId[]
