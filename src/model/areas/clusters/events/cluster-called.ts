import type { EventContext } from '../../../request/contexts.ts'
import type { EventName } from '../../../request/operation-types.ts'
import { ImpossibleEvent } from '../../event-answer.ts'
import type { ClusterRow, NodeRow } from '../state/index.ts'

/** The cluster an event is about; its name alone may tell, since events need not name the organization. */
export function clusterCalled<Name extends EventName>(context: EventContext<Name>, name: string): ClusterRow {
  const [elsewhere] = context.newest('Cluster', 'name', name)
  const own = context.get('Cluster', context.org, name)
  const cluster = own && !own.deleted ? own : elsewhere
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
