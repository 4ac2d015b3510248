import { balancers, clusterKey } from './cluster-view.ts'
import { startRoll } from './clusters.ts'
import type { Cluster, ClusterShape, Node } from './entities.ts'
import { type Event, type Happening, organizationOf } from './outside-event.ts'
import { refuse } from './refusal.ts'
import { hashOf } from './secrets.ts'

/** Outside events in clusters: nodes, load, exposed services, changes by others. */
export const clusterEvents: Record<string, Event> = {
  nodeJoins(happening) {
    const { world, read, body, changed } = happening
    const cluster = clusterOf(happening)
    const name = read.filled(body.node, 'node')
    if (cluster.nodes.has(name)) refuse(409, 'a node of this name is there')
    const ready = read.maybe(body, 'ready', read.boolean)
    const agentVersion = read.maybe(body, 'agentVersion', read.string) ?? cluster.shape.orchestratorVersion
    const came = letIn(happening, cluster, read.maybe(body, 'token', read.string))
    const node: Node = { name, ready: ready ?? world.choice.nodeReadyMs === 0, agentVersion }
    cluster.nodes.set(name, node)
    if (ready === undefined && !node.ready)
      world.timers.add(world.now() + world.choice.nodeReadyMs, { timer: 'ready', entity: 'Node', id: name }, () => {
        node.ready = true
      })
    changed.push({ entity: 'Node', id: name, change: 'created' })
    return { node: name, with: came }
  },

  agentUpgraded(happening) {
    nodeOf(happening).agentVersion = happening.read.string(happening.body.agentVersion, 'agentVersion')
    return undefined
  },

  nodeLost(happening) {
    const { read, body } = happening
    const node = nodeOf(happening)
    const how = read.maybe(body, 'how', read.oneOf(['not-ready', 'vanished', 'back'])) ?? 'not-ready'
    if (how === 'vanished') clusterOf(happening).nodes.delete(node.name)
    else node.ready = how === 'back'
    return undefined
  },

  headroomChanges(happening) {
    const { read, body, changed } = happening
    const cluster = clusterOf(happening)
    const percent = body.usedPercent
    if (typeof percent !== 'number') return read.bad('usedPercent')
    cluster.crowding.set(read.filled(body.component, 'component'), percent)
    changed.push({ entity: 'Cluster', id: cluster.name, change: 'changed' })
    return undefined
  },

  serviceExposed(happening) {
    const { world, read, body, changed } = happening
    const cluster = clusterOf(happening)
    const service = read.filled(body.service, 'service')
    const given = read.maybe(body, 'ip', read.string)
    cluster.services.set(service, given ?? cluster.services.get(service) ?? `203.0.113.${1 + (world.number() % 250)}`)
    changed.push({ entity: 'Cluster', id: cluster.name, change: 'changed' })
    const served = cluster.target.balancing
      ? balancers(world, cluster).find((one) => one.service === service)
      : undefined
    return { service, ...(served ? { ip: served.ip } : {}) }
  },

  serviceWithdrawn(happening) {
    const cluster = clusterOf(happening)
    const service = happening.read.string(happening.body.service, 'service')
    if (!cluster.services.delete(service)) refuse(404, 'this service is not exposed')
    happening.changed.push({ entity: 'Cluster', id: cluster.name, change: 'changed' })
    return undefined
  },

  clusterChangesConcurrently(happening) {
    const { world, read, body, changed } = happening
    const cluster = clusterOf(happening)
    if (cluster.phase !== 'ready') refuse(409, 'the cluster is busy')
    const lasts = read.maybe(body, 'lasts', read.oneOf(['one-request', 'roll'] as const)) ?? 'roll'
    const asked = read.maybe(body, 'change', (value, what) => read.object(value, what, [])) ?? {}
    const given = {
      orchestratorVersion: read.maybe(asked, 'orchestratorVersion', read.string),
      tier: read.maybe(asked, 'tier', read.string),
      replicas: read.maybe(asked, 'replicas', read.integer(1, 9)),
    }
    const change: Partial<ClusterShape> = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    )
    cluster.blocked = lasts
    if (lasts === 'roll') startRoll(world, cluster, change)
    else {
      cluster.target = { ...cluster.target, ...change }
      cluster.shape = cluster.target
    }
    changed.push({ entity: 'Cluster', id: cluster.name, change: 'changed' })
    return undefined
  },
}

function clusterOf(happening: Happening): Cluster {
  const { world, read, body } = happening
  const { slug } = organizationOf(happening)
  const cluster = world.clusters.get(clusterKey(world.choice, slug, read.string(body.cluster, 'cluster')))
  return cluster?.org === slug ? cluster : refuse(404, 'unknown cluster')
}

function nodeOf(happening: Happening): Node {
  const name = happening.read.string(happening.body.node, 'node')
  const node = clusterOf(happening).nodes.get(name) ?? refuse(404, 'unknown node')
  happening.changed.push({ entity: 'Node', id: name, change: 'changed' })
  return node
}

/** How a node joins: with a join token once, with a registration token repeatedly, or manually. */
function letIn({ world }: Happening, cluster: Cluster, token: string | undefined) {
  if (token === undefined) return 'nothing'
  const now = world.now()
  const join = world.joinTokens.get(hashOf(token))
  if (join) {
    if (join.cluster !== cluster.name || join.org !== cluster.org) refuse(409, 'the token is for another cluster')
    if (join.expiresAt <= now) refuse(409, 'the token has expired')
    if (join.used && !world.fault('join-token-reusable')) refuse(409, 'the token has been used')
    join.used = true
    return 'join-token'
  }
  const hash = hashOf(token)
  const registration = [...cluster.registrationTokens.values()].find((one) => one.hash === hash)
  if (!registration) return refuse(409, 'the token is unknown or revoked')
  if (registration.disabled && !world.fault('disabled-registration-joins')) refuse(409, 'the token is disabled')
  if (registration.expiresAt !== undefined && registration.expiresAt <= now) refuse(409, 'the token has expired')
  if (registration.lastUsed !== undefined && world.fault('registration-token-once'))
    refuse(409, 'the token has been used')
  registration.lastUsed = now
  return 'registration-token'
}
