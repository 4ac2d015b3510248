import type { AreaModel } from '../../area.ts'
import { ENDS_BY } from './begin-work.ts'
import { listClusterVersions } from './catalog.ts'
import { deleteCluster, getCluster, listClusters } from './clusters.ts'
import { createCluster } from './create-cluster.ts'
import { credentialUsed } from './credential-used.ts'
import { workIsOver } from './end-work.ts'
import { clusterChangesConcurrently, headroomChanges, quotaChanges } from './events.ts'
import { joinNode } from './join.ts'
import { joiner } from './join-request.ts'
import { createJoinToken, JOIN_TOKEN_EXPIRES, joinTokenIsOver } from './join-tokens.ts'
import { CLIENT_TOKEN_EXPIRES, clientTokenIsOver, getKubeconfig } from './kubeconfig.ts'
import { agentUpgraded, nodeJoins, nodeLost } from './node-events.ts'
import { NODE_READY, nodeIsReady } from './node-ready.ts'
import { deleteNode, listNodes } from './nodes.ts'
import {
  createRegistrationToken,
  deleteRegistrationToken,
  listRegistrationTokens,
  REGISTRATION_TOKEN_EXPIRES,
  registrationTokenIsOver,
  updateRegistrationToken,
} from './registration-tokens.ts'
import { CLUSTERS_RULES } from './rules.ts'
import { serviceExposed, serviceWithdrawn } from './service-events.ts'
import { updateCluster } from './update-cluster.ts'
import { getClusterUsage } from './usage.ts'

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
