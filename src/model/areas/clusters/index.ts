import type { AreaModel } from '../area.ts'
import { deleteCluster, getCluster, listClusters } from './effects/clusters/clusters.ts'
import { createCluster } from './effects/clusters/create-cluster.ts'
import { CLIENT_TOKEN_EXPIRES, clientTokenIsOver, getKubeconfig } from './effects/clusters/kubeconfig.ts'
import { updateCluster } from './effects/clusters/update-cluster.ts'
import { getClusterUsage } from './effects/clusters/usage.ts'
import { joinNode } from './effects/nodes/join.ts'
import { createJoinToken, JOIN_TOKEN_EXPIRES, joinTokenIsOver } from './effects/nodes/join-tokens.ts'
import { NODE_READY, nodeIsReady } from './effects/nodes/node-ready.ts'
import { deleteNode, listNodes } from './effects/nodes/nodes.ts'
import {
  createRegistrationToken,
  deleteRegistrationToken,
  listRegistrationTokens,
  REGISTRATION_TOKEN_EXPIRES,
  registrationTokenIsOver,
  updateRegistrationToken,
} from './effects/nodes/registration-tokens.ts'
import { ENDS_BY } from './effects/progress/begin-work.ts'
import { workIsOver } from './effects/progress/end-work.ts'
import { clusterChangesConcurrently, headroomChanges, quotaChanges } from './events/clusters.ts'
import { credentialUsed } from './events/credential-used.ts'
import { agentUpgraded, nodeJoins, nodeLost } from './events/nodes.ts'
import { serviceExposed, serviceWithdrawn } from './events/services.ts'
import { joiner } from './queries/join-request.ts'
import { listClusterVersions } from './queries/versions/catalog.ts'
import { CLUSTERS_RULES } from './rules/index.ts'

export const clusters: AreaModel = {
  rules: CLUSTERS_RULES,
  effects: {
    listClusters,
    createCluster,
    getCluster,
    updateCluster,
    deleteCluster,
    getClusterUsage,
    listNodes,
    getKubeconfig,
    createJoinToken,
    deleteNode,
    listRegistrationTokens,
    createRegistrationToken,
    updateRegistrationToken,
    deleteRegistrationToken,
    joinNode,
    listClusterVersions,
  },
  events: {
    nodeJoins,
    agentUpgraded,
    nodeLost,
    headroomChanges,
    serviceExposed,
    serviceWithdrawn,
    clusterChangesConcurrently,
    quotaChanges,
    credentialUsed,
  },
  timers: {
    [ENDS_BY.provisioning]: workIsOver,
    [ENDS_BY.rolling]: workIsOver,
    [ENDS_BY.deleting]: workIsOver,
    [NODE_READY]: nodeIsReady,
    [JOIN_TOKEN_EXPIRES]: joinTokenIsOver,
    [REGISTRATION_TOKEN_EXPIRES]: registrationTokenIsOver,
    [CLIENT_TOKEN_EXPIRES]: clientTokenIsOver,
  },
  doors: { joinNode: joiner },
}
