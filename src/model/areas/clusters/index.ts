import type { AreaModel } from '../area.ts'
import { deleteCluster, getCluster, listClusters } from './effects/clusters/clusters.ts'
import { createCluster } from './effects/clusters/create-cluster.ts'
import { getKubeconfig } from './effects/clusters/kubeconfig.ts'
import { updateCluster } from './effects/clusters/update-cluster.ts'
import { getClusterUsage } from './effects/clusters/usage.ts'
import { listClusterVersions } from './effects/clusters/versions.ts'
import { joinNode } from './effects/nodes/join.ts'
import { createJoinToken } from './effects/nodes/join-tokens.ts'
import { deleteNode, listNodes } from './effects/nodes/nodes.ts'
import {
  createRegistrationToken,
  deleteRegistrationToken,
  listRegistrationTokens,
  updateRegistrationToken,
} from './effects/nodes/registration-tokens.ts'
import { clusterChangesConcurrently, headroomChanges, quotaChanges } from './events/clusters.ts'
import { credentialUsed } from './events/credential-used.ts'
import { agentUpgraded, nodeJoins, nodeLost } from './events/nodes.ts'
import { serviceExposed, serviceWithdrawn } from './events/services.ts'
import { joiner } from './queries/join-request.ts'
import { CLUSTERS_RULES } from './rules/index.ts'
import { TIMERS } from './timers.ts'

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
  timers: TIMERS,
  doors: { joinNode: joiner },
}
