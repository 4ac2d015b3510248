import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { freeAddress } from '../effects/load-balancers/addresses.ts'
import { hasRoom, movedUp, withoutService, withService } from '../effects/load-balancers/load-balancers.ts'
import type { ClusterRow } from '../state/index.ts'
import { oneEntryPerService } from '../statements/index.ts'
import { clusterCalled } from './cluster-called.ts'

/** A workload asks for a load balancer; maxServices is enforced here and not in the API (Limits). */
export const serviceExposed: EventEffect<'serviceExposed'> = (context) => {
  const { cluster: name, service } = context.body
  const cluster = clusterCalled(context, name)
  if (cluster.managedLoadBalancers.enabled === false)
    throw new ImpossibleEvent('not-possible', 'load balancers are off on this cluster')
  if (isExposed(cluster, service)) {
    context.cite(oneEntryPerService)
    throw new ImpossibleEvent('not-possible', `${service} is exposed already`)
  }
  const changed = eventAnswer(context, { entity: 'Cluster', id: name, change: 'changed' })
  if (!hasRoom(context, cluster)) {
    if (context.gap('clusters.service-over-limit') === 'refuse')
      throw new ImpossibleEvent('not-possible', 'the cluster exposes as many services as it may')
    context.put('Cluster', { ...cluster, waiting: [...cluster.waiting, service] })
    return { ...changed, service }
  }
  const ip = context.body.ip ?? freeAddress(context)
  context.put('Cluster', withService(cluster, { service, ip }))
  return { ...changed, service, ip }
}

const isExposed = ({ managedLoadBalancers, waiting }: ClusterRow, service: string): boolean =>
  waiting.includes(service) || managedLoadBalancers.loadBalancers.some((other) => other.service === service)

export const serviceWithdrawn: EventEffect<'serviceWithdrawn'> = (context) => {
  const { cluster: name, service } = context.body
  const cluster = clusterCalled(context, name)
  if (!isExposed(cluster, service)) throw new ImpossibleEvent('unknown', `${service} is not exposed`)
  movedUp(context, withoutService(cluster, service))
  return eventAnswer(context, { entity: 'Cluster', id: name, change: 'changed' })
}
