import type { EventContext } from '../../../request/contexts.ts'
import type { EventName } from '../../../request/operation-types.ts'
import { ImpossibleEvent } from '../../event-answer.ts'
import { saysOrganization } from '../../event-organization.ts'
import type { ClusterRow, NodeRow } from '../state/index.ts'

/** The cluster an event is about; its name alone tells, where the event does not say in which organization it happens. */
export function clusterCalled<Name extends EventName>(context: EventContext<Name>, name: string): ClusterRow {
  const [anywhere] = context.newest('Cluster', 'name', name)
  const own = context.get('Cluster', context.org, name)
  const other = saysOrganization(context) ? undefined : anywhere
  const cluster = own && !own.deleted ? own : other
  if (!cluster) throw new ImpossibleEvent('unknown', `there is no cluster ${name}`)
  return cluster
}

export function nodeCalled<Name extends EventName>(
  context: EventContext<Name>,
  cluster: string,
  name: string,
): NodeRow {
  const { org } = clusterCalled(context, cluster)
  const node = context.get('Node', org, cluster, name)
  if (!node) throw new ImpossibleEvent('unknown', `there is no node ${name} in ${cluster}`)
  return node
}
