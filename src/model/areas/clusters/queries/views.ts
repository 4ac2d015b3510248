import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type { ClusterRow, NodeRow, RegistrationTokenRow } from '../state/index.ts'
import { registrationTokenOnce } from '../statements/index.ts'
import { phaseOf, shownSettings, stateOf } from './clusters/phase.ts'
import { isRestarting } from './clusters/restart.ts'

type Schemas = components['schemas']

export function clusterView(reader: Reader, cluster: ClusterRow): Schemas['Cluster'] {
  const { loadBalancersOn, ...settings } = shownSettings(reader, cluster)
  const { maxServices, loadBalancers } = cluster.managedLoadBalancers
  return {
    name: cluster.name,
    ...settings,
    phase: phaseOf(reader, cluster),
    ...(showsEndpoint(reader, cluster) && { endpoint: cluster.endpoint }),
    managedLoadBalancers: { enabled: loadBalancersOn, maxServices, loadBalancers: [...loadBalancers] },
  }
}

function showsEndpoint(reader: Reader, cluster: ClusterRow): boolean {
  if (isRestarting(reader, cluster, 'endpoint-absent')) return false
  return stateOf(reader, cluster) !== 'provisioning' || reader.gap('clusters.endpoint-from') === 'creation'
}

export function nodeView(reader: Reader, cluster: ClusterRow, node: NodeRow): Schemas['Node'] {
  const { name, ready, agentVersion } = node
  return { name, ready: ready && !isRestarting(reader, cluster, 'nodes-not-ready'), agentVersion }
}

export function registrationTokenView(reader: Reader, row: RegistrationTokenRow): Schemas['RegistrationToken'] {
  const { id, name, createdAt, expiresAt, lastUsed, disabled } = row
  reader.cite(registrationTokenOnce)
  return {
    id,
    name,
    createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsed !== undefined && { lastUsed }),
    disabled,
  }
}
