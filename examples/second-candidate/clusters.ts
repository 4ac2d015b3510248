import { passChangeGate, passHeadroomGate, passVersionGate, TIERS } from './cluster-gates.ts'
import { clusterKey, clusterOf, shownCluster } from './cluster-view.ts'
import type { Context, Handlers } from './context.ts'
import type { Cluster, ClusterShape, Datastore } from './entities.ts'
import type { Json } from './reader.ts'
import { refuse } from './refusal.ts'
import { ofOrganization, type World } from './world.ts'

const SIZES = ['db-small', 'db-medium', 'db-large'] as const
const DATASTORE_FIELDS = ['size', 'storageGiB', 'replicas', 'backups']

/** Clusters: create, upgrade and resize, tear down (Endpoints, Clusters). */
export const clusterHandlers: Handlers = {
  listClusters({ world, org, reach }) {
    const own = ofOrganization(world, world.clusters.values(), org.slug).filter(({ name }) => reach.to(name))
    return { clusters: own.map((cluster) => shownCluster(world, cluster)) }
  },

  createCluster(ctx) {
    const { world, choice, org, read, now, fault } = ctx
    const fields = ['name', 'tier', 'orchestratorVersion', 'replicas', 'mesh', 'datastore', 'managedLoadBalancers']
    const body = read.object(ctx.body, 'body', fields)
    const name = read.filled(body.name, 'name')
    if (!choice.clusterNamePattern.test(name)) read.bad('name')
    const shape: ClusterShape = {
      tier: (fault('tier-anything') ? read.string : read.oneOf(TIERS))(body.tier, 'tier'),
      orchestratorVersion:
        read.maybe(body, 'orchestratorVersion', read.oneOf(choice.versions)) ?? choice.defaultVersion,
      replicas: read.maybe(body, 'replicas', read.integer(1, 9)) ?? choice.defaultReplicas,
      datastore: read.maybe(body, 'datastore', (value) => newDatastore(ctx, value)) ?? { mode: 'shared' },
      balancing: balancingOf(ctx, body) ?? false,
    }
    const mesh = read.maybe(body, 'mesh', read.boolean) ?? false
    if (!ctx.reach.all) refuse(403, 'this grant does not reach new clusters')
    const own = ofOrganization(world, world.clusters.values(), org.slug)
    if (own.length >= org.clusterQuota && !fault('cluster-quota-ignored')) refuse(403, 'quota exceeded')
    const key = clusterKey(choice, org.slug, name)
    if (world.clusters.has(key)) refuse(choice.takenName, 'this name is taken')
    const cluster: Cluster = {
      ...world.made(org),
      name,
      mesh,
      shape,
      target: shape,
      phase: choice.provisionMs === 0 ? 'ready' : 'provisioning',
      roll: 0,
      blocked: undefined,
      maxServices: choice.maxServices,
      services: new Map(),
      nodes: new Map(),
      crowding: new Map(),
      registrationTokens: new Map(),
    }
    world.clusters.set(key, cluster)
    if (choice.provisionMs > 0)
      world.timers.add(now + choice.provisionMs, about('provisioning', name), () => {
        if (cluster.phase === 'provisioning') cluster.phase = 'ready'
      })
    return shownCluster(world, cluster)
  },

  getCluster: (ctx) => shownCluster(ctx.world, clusterOf(ctx)),

  updateCluster(ctx) {
    const { world, read, fault } = ctx
    const cluster = clusterOf(ctx)
    const fields = ['orchestratorVersion', 'tier', 'replicas', 'managedLoadBalancers', 'datastore']
    const body = read.object(ctx.body, 'body', fields)
    const given = {
      orchestratorVersion: read.maybe(body, 'orchestratorVersion', read.string),
      tier: read.maybe(body, 'tier', read.oneOf(TIERS)),
      replicas: read.maybe(body, 'replicas', read.integer(1, 9)),
      balancing: balancingOf(ctx, body),
      datastore: read.maybe(body, 'datastore', (value) => changedDatastore(ctx, value, cluster.target.datastore)),
    }
    const change: Partial<ClusterShape> = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    )
    passChangeGate(ctx, cluster, change)
    if (change.orchestratorVersion !== undefined) passVersionGate(ctx, cluster, change.orchestratorVersion)
    if (change.tier !== undefined) passHeadroomGate(ctx, cluster, change.tier)
    const before = shownCluster(world, cluster)
    if (Object.keys(change).length === 0) return before
    if (fault('patch-never-lands')) return before
    startRoll(world, cluster, change)
    return shownCluster(world, cluster)
  },

  deleteCluster(ctx) {
    const { world, choice, now, fault } = ctx
    const cluster = clusterOf(ctx)
    const key = clusterKey(choice, cluster.org, cluster.name)
    cluster.phase = 'deleting'
    if (choice.teardownMs === 0) world.clusters.delete(key)
    else
      world.timers.add(now + choice.teardownMs, about('teardown', cluster.name), () => {
        if (world.clusters.get(key) === cluster) world.clusters.delete(key)
      })
    return fault('teardown-with-body') ? { deleted: cluster.name } : undefined
  },

  getClusterUsage(ctx) {
    const cluster = clusterOf(ctx)
    if (ctx.choice.variant === 'b') return { nodeCount: cluster.nodes.size }
    return { at: new Date(ctx.now).toISOString(), nodes: cluster.nodes.size, loadBalancers: cluster.services.size }
  },
}

function about(timer: string, id: string) {
  return { timer, entity: 'Cluster', id }
}

/** The control plane rolls towards what was asked; the last roll to end finishes the phase. */
export function startRoll(world: World, cluster: Cluster, change: Partial<ClusterShape>): void {
  cluster.target = { ...cluster.target, ...change }
  cluster.phase = 'rolling'
  cluster.roll += 1
  const { roll } = cluster
  world.timers.add(world.now() + world.choice.rollMs, about('roll', cluster.name), () => {
    if (cluster.roll !== roll) return
    cluster.shape = cluster.target
    if (cluster.blocked === 'roll') cluster.blocked = undefined
    if (cluster.phase === 'rolling') cluster.phase = 'ready'
  })
}

function balancingOf({ read }: Context, body: Json): boolean | undefined {
  return read.maybe(body, 'managedLoadBalancers', (value, what) =>
    read.boolean(read.object(value, what, ['enabled']).enabled, `${what}.enabled`),
  )
}

function datastoreFields({ read }: Context, body: Json) {
  const given = {
    size: read.maybe(body, 'size', read.oneOf(SIZES)),
    storageGiB: read.maybe(body, 'storageGiB', read.integer(1, 65536)),
    replicas: read.maybe(body, 'replicas', read.integer(1, 9)),
    backups: read.maybe(body, 'backups', read.boolean),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function newDatastore(ctx: Context, value: unknown): Datastore {
  const { read, choice, fault } = ctx
  const body = read.object(value, 'datastore', ['mode', ...DATASTORE_FIELDS])
  const mode = (fault('datastore-mode-anything') ? read.string : read.oneOf(['shared', 'dedicated']))(body.mode, 'mode')
  const fields = datastoreFields(ctx, body)
  if (!choice.dedicatedDefaults) return { mode, ...fields }
  if (mode === 'shared') return { mode }
  return { mode, size: 'db-small', storageGiB: 20, replicas: 1, backups: false, ...fields }
}

function changedDatastore(ctx: Context, value: unknown, old: Datastore): Datastore {
  const { read, choice } = ctx
  const body = read.object(value, 'datastore', DATASTORE_FIELDS)
  const missing = DATASTORE_FIELDS.find((field) => body[field] === undefined)
  if (choice.datastorePatchWhole && missing) read.bad(`datastore.${missing}: missing`)
  const fields = datastoreFields(ctx, body)
  if (choice.dedicatedDefaults && old.mode === 'shared') read.bad('datastore: the shared one has no size of its own')
  const shrinks = typeof fields.storageGiB === 'number' && fields.storageGiB < (old.storageGiB ?? 0)
  if (shrinks && !choice.storageMayShrink) read.bad('datastore.storageGiB: it cannot shrink')
  return { ...old, ...fields }
}
