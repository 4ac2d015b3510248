import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { DrawnEvent, DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { isReady } from './fixtures.ts'

/** Something that happens to one of our clusters which nothing is under way on. */
const inReady = (more: (drawing: Drawing, cluster: Rows['Cluster']) => object | undefined): DrawnEvent => ({
  about: 'Node',
  body(drawing) {
    const cluster = drawing.sampler.pick(own(drawing, 'Cluster').filter(isReady))
    const rest = cluster && more(drawing, cluster)
    return cluster && rest && { cluster: cluster.name, ...rest }
  },
})

const onNode = (more: (drawing: Drawing) => object): DrawnEvent => ({
  about: 'Node',
  body(drawing) {
    const node = anyOwn(drawing, 'Node')
    const cluster = own(drawing, 'Cluster').find(({ id, name }) => node?.cluster === id || node?.cluster === name)
    return node && cluster && { cluster: cluster.name, node: node.name, ...more(drawing) }
  },
})

export const CLUSTERS_EVENTS: DrawnEvents = {
  nodeJoins: inReady((drawing, { orchestratorVersion }) => ({
    node: plainName(drawing),
    ready: drawing.sampler.chance(0.7),
    ...(!isSymbol(orchestratorVersion) && { agentVersion: orchestratorVersion }),
  })),
  nodeLost: onNode(({ sampler }) => ({ how: sampler.pick(['not-ready', 'vanished', 'back']) })),
  serviceExposed: inReady((drawing, { managedLoadBalancers }) =>
    managedLoadBalancers?.enabled ? { service: plainName(drawing) } : undefined,
  ),
}
