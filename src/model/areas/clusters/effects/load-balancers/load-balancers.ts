import { isSymbol } from '../../../../world/fresh.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { arranged } from '../../queries/clusters/settings.ts'
import type { ClusterRow, LoadBalancer } from '../../state/index.ts'
import { servicesLimited } from '../../statements/index.ts'
import { freeAddress } from './addresses.ts'

/** A cluster with managed load balancers switched on or off. */
export function switchedLoadBalancers(reader: Reader, cluster: ClusterRow, enabled: boolean): ClusterRow {
  const { managedLoadBalancers: before, waiting } = cluster
  if (before.enabled === enabled) return cluster
  const empties = !enabled && before.loadBalancers.length > 0 && reader.gap('clusters.switch-off-exposed') !== 'keep'
  // Switching load balancers off may or may not change the number, so it is looked up each time.
  const maxServices = arranged(reader, cluster.org).maxServices ?? reader.fill('clusters.max-services')
  const loadBalancers = empties ? [] : before.loadBalancers
  return {
    ...cluster,
    managedLoadBalancers: { enabled, maxServices, loadBalancers },
    waiting: enabled ? waiting : [],
  }
}

/** True if one more service may be exposed (Limits, managed load balancers). */
export function hasRoom(reader: Reader, { managedLoadBalancers }: ClusterRow): boolean {
  const { maxServices, loadBalancers } = managedLoadBalancers
  const most = isSymbol(maxServices) ? reader.gap('clusters.max-services') : maxServices
  if (loadBalancers.length < most) return true
  reader.cite(servicesLimited)
  return false
}

export function withService(cluster: ClusterRow, added: LoadBalancer): ClusterRow {
  const { managedLoadBalancers } = cluster
  const loadBalancers = [...managedLoadBalancers.loadBalancers, added]
  return { ...cluster, managedLoadBalancers: { ...managedLoadBalancers, loadBalancers } }
}

export function withoutService(cluster: ClusterRow, service: string): ClusterRow {
  const { managedLoadBalancers, waiting } = cluster
  const loadBalancers = managedLoadBalancers.loadBalancers.filter((other) => other.service !== service)
  return {
    ...cluster,
    managedLoadBalancers: { ...managedLoadBalancers, loadBalancers },
    waiting: waiting.filter((other) => other !== service),
  }
}

/** Keeps the cluster; services that waited move up as far as there is room. */
export function movedUp(context: Transaction, cluster: ClusterRow): ClusterRow {
  const kept = context.put('Cluster', cluster)
  const [next, ...waiting] = cluster.waiting
  if (next === undefined || !hasRoom(context, cluster)) return kept
  return movedUp(context, withService({ ...cluster, waiting }, { service: next, ip: freeAddress(context) }))
}
