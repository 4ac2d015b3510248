import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { DrawnEvent, DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { isReady } from './fixtures.ts'

/** Something that happens to one of our clusters which nothing is under way on. */
const inReady = (
  about: 'Cluster' | 'Node',
  more: (drawing: Drawing, cluster: Rows['Cluster']) => object | undefined,
): DrawnEvent => ({
  about,
  needs: 'ReadyCluster',
  body(drawing) {
    const cluster = drawing.sampler.pick(own(drawing, 'Cluster').filter(isReady))
    const rest = cluster && more(drawing, cluster)
    return cluster && rest && { cluster: cluster.name, ...rest }
  },
})

const onNode = (more: (drawing: Drawing) => object | undefined): DrawnEvent => ({
  about: 'Node',
  body(drawing) {
    const node = anyOwn(drawing, 'Node')
    const cluster = own(drawing, 'Cluster').find(({ id, name }) => node?.cluster === id || node?.cluster === name)
    const rest = more(drawing)
    return node && cluster && rest && { cluster: cluster.name, node: node.name, ...rest }
  },
})

/** Nodes come in by themselves, or with a token that was given for it. */
function tokenFor(drawing: Drawing, cluster: string): string | undefined {
  const tokens = [
    ...own(drawing, 'JoinToken').map((row) => ({ cluster: row.cluster, secret: row.joinToken })),
    // Of one that was given a time nobody knows whether it is over: the unit is open.
    ...own(drawing, 'RegistrationToken')
      .filter(({ expiresAtMs }) => expiresAtMs === undefined)
      .map((row) => ({ cluster: row.cluster, secret: row.token })),
  ].filter((token) => token.cluster === cluster && !isSymbol(token.secret))
  return drawing.sampler.chance(0.5) ? drawing.sampler.pick(tokens)?.secret : undefined
}

export const CLUSTERS_EVENTS: DrawnEvents = {
  nodeJoins: inReady('Node', (drawing, { name, orchestratorVersion }) => {
    const token = tokenFor(drawing, name)
    return {
      node: plainName(drawing),
      ready: drawing.sampler.chance(0.7),
      ...(token !== undefined && { token }),
      ...(!isSymbol(orchestratorVersion) && { agentVersion: orchestratorVersion }),
    }
  }),
  nodeLost: onNode(({ sampler }) => ({ how: sampler.pick(['not-ready', 'vanished', 'back']) })),
  agentUpgraded: onNode((drawing) => {
    const version = anyOwn(drawing, 'OrchestratorVersion')
    return version && { agentVersion: version.id }
  }),
  serviceExposed: {
    ...inReady('Cluster', (drawing, { managedLoadBalancers }) =>
      managedLoadBalancers?.enabled ? { service: plainName(drawing) } : undefined,
    ),
    needs: 'ExposingCluster',
  },
  serviceWithdrawn: {
    ...inReady('Cluster', ({ sampler }, { managedLoadBalancers }) =>
      sampler.pick((managedLoadBalancers?.loadBalancers ?? []).map(({ service }) => ({ service }))),
    ),
    needs: 'ExposedService',
  },
}
