// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const CLUSTERS_SUITE: readonly SuiteSequence[] = [
  {
    tells: 2,
    steps: [
      {"call": "createCluster", "body": {"name": "birch-⟪salt⟫-0", "tier": "large", "replicas": 1, "mesh": true, "datastore": {"mode": "shared"}}},
      {"call": "createCluster", "body": {"name": "grove-⟪salt⟫-1", "tier": "small", "orchestratorVersion": "⟪word /orchestratorVersions/0⟫", "datastore": {"mode": "dedicated", "size": "db-medium", "storageGiB": 50, "replicas": 1, "backups": true}}},
      {"call": "createToken", "body": {"name": "apple-⟪salt⟫-2", "scope": [{"role": "⟪there IamRole 14⟫", "resourceIds": ["⟪0#/name⟫"]}]}},
      {"call": "listClusters", "bearer": "⟪2#/key⟫"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createCluster", "body": {"name": "heron-⟪salt⟫-0", "tier": "large", "orchestratorVersion": "⟪word /orchestratorVersions/0⟫", "replicas": 1, "mesh": true, "datastore": {"mode": "shared"}, "managedLoadBalancers": {"enabled": false}}},
      {"event": "advanceClock", "body": {"by": "PT1H"}},
      {"call": "createRegistrationToken", "path": {"name": "⟪0#/name⟫"}, "body": {"name": "heron-⟪salt⟫-1", "expiresIn": 116}},
      {"call": "deleteRegistrationToken", "path": {"name": "⟪0#/name⟫", "id": "⟪2#/id⟫"}},
      {"event": "nodeJoins", "body": {"cluster": "⟪0#/name⟫", "node": "apple-⟪salt⟫-2", "token": "⟪2#/token⟫", "ready": true, "agentVersion": "⟪word /orchestratorVersions/0⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createCluster", "body": {"name": "heron-⟪salt⟫-0", "tier": "medium", "orchestratorVersion": "⟪word /orchestratorVersions/0⟫", "mesh": true, "datastore": {"mode": "shared"}}},
      {"call": "listRegistrationTokens", "path": {"name": "⟪0#/name⟫"}},
      {"event": "advanceClock", "body": {"by": "PT10M"}},
      {"event": "nodeJoins", "body": {"cluster": "⟪0#/name⟫", "node": "apple-⟪salt⟫-1", "ready": true, "agentVersion": "⟪word /orchestratorVersions/0⟫"}},
      {"call": "updateCluster", "path": {"name": "⟪0#/name⟫"}, "body": {"replicas": 3}},
      {"call": "listRegistrationTokens", "as": "nobody", "path": {"name": "⟪0#/name⟫"}},
      {"call": "createRegistrationToken", "path": {"name": "⟪0#/name⟫"}, "body": {"name": "apple-⟪salt⟫-2", "expiresIn": 266}},
      {"call": "deleteRegistrationToken", "path": {"name": "⟪0#/name⟫", "id": "⟪6#/id⟫"}},
      {"call": "listRegistrationTokens", "path": {"name": "⟪0#/name⟫"}},
      {"call": "getCluster", "path": {"name": "⟪0#/name⟫"}},
      {"call": "getCluster", "path": {"name": "⟪0#/name⟫"}},
      {"call": "listRegistrationTokens", "path": {"name": "⟪0#/name⟫"}},
      {"call": "deleteCluster", "as": "nobody", "path": {"name": "⟪0#/name⟫"}},
      {"call": "listRegistrationTokens", "path": {"name": "⟪0#/name⟫"}},
      {"event": "nodeLost", "body": {"cluster": "⟪0#/name⟫", "node": "apple-⟪salt⟫-1", "how": "back"}},
      {"call": "getKubeconfig", "path": {"name": "⟪0#/name⟫"}},
      {"call": "createJoinToken", "path": {"name": "⟪0#/name⟫"}},
      {"event": "nodeLost", "body": {"cluster": "⟪0#/name⟫", "node": "apple-⟪salt⟫-1", "how": "not-ready"}},
      {"event": "advanceClock", "body": {"by": "P1D"}},
      {"call": "listClusters"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createCluster", "body": {"name": "apple-⟪salt⟫-0", "tier": "medium", "orchestratorVersion": "⟪word /orchestratorVersions/1⟫", "managedLoadBalancers": {"enabled": false}, "replicas": 3}},
      {"event": "advanceClock", "body": {"by": "PT2H"}},
      {"event": "headroomChanges", "body": {"cluster": "⟪0#/name⟫", "component": "api-server", "usedPercent": 100}},
      {"call": "updateCluster", "intent": "broken", "path": {"name": "⟪0#/name⟫"}, "body": {"tier": "small"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createCluster", "body": {"name": "heron-⟪salt⟫-0", "tier": "small", "orchestratorVersion": "⟪word /orchestratorVersions/0⟫", "replicas": 3, "managedLoadBalancers": {"enabled": true}}},
      {"event": "advanceClock", "body": {"by": "PT2H"}},
      {"event": "quotaChanges", "body": {"cluster": "⟪0#/name⟫", "quota": "load-balancer-services", "value": 2}},
      {"event": "serviceExposed", "body": {"cluster": "⟪0#/name⟫", "service": "web-0"}},
      {"event": "serviceExposed", "body": {"cluster": "⟪0#/name⟫", "service": "web-1"}},
      {"event": "serviceExposed", "body": {"cluster": "⟪0#/name⟫", "service": "web-2"}},
      {"call": "getCluster", "path": {"name": "⟪0#/name⟫"}},
    ],
  },
]
