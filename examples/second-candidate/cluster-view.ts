import type { Choice } from './choices.ts'
import type { Context } from './context.ts'
import { param } from './context.ts'
import type { Cluster } from './entities.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

/** The key of a cluster: names are unique within an organization, or over all. */
export function clusterKey(choice: Choice, org: string, name: string): string {
  return choice.clusterNames === 'global' ? name : `${org}/${name}`
}

/** The cluster of the path. Another organization's is unknown, or a mismatch (Errors, Clusters). */
export function clusterOf(ctx: Context): Cluster {
  const { world, choice, org, reach, fault } = ctx
  const name = param(ctx, 'name')
  const own = world.clusters.get(clusterKey(choice, org.slug, name))
  const leaked = fault('foreign-cluster-served')
    ? [...world.clusters.values()].find((one) => one.name === name)
    : undefined
  const cluster = own ?? leaked ?? refuse(404, 'unknown cluster')
  if (cluster.org !== org.slug && !leaked) refuse(403, 'this cluster is of another organization')
  if (!leaked && !reach.to(name)) refuse(403, 'no access to this cluster')
  return cluster
}

export function shownCluster(world: World, cluster: Cluster) {
  const { choice } = world
  const { orchestratorVersion, tier, replicas, datastore, balancing } =
    choice.patchShows === 'new' ? cluster.target : cluster.shape
  const endpoint =
    cluster.phase === 'provisioning' ? {} : { endpoint: `https://${cluster.name}.clusters.harbor.example` }
  return {
    name: cluster.name,
    tier,
    orchestratorVersion,
    replicas,
    mesh: cluster.mesh,
    datastore,
    phase: choice.phases[cluster.phase],
    ...endpoint,
    managedLoadBalancers: {
      enabled: balancing,
      maxServices: cluster.maxServices,
      loadBalancers: balancing ? balancers(world, cluster) : [],
    },
  }
}

/** The exposed services that have an address: as many as the cluster may have. */
export function balancers(world: World, { services, maxServices }: Cluster): { service: string; ip: string }[] {
  const all = [...services].map(([service, ip]) => ({ service, ip }))
  return world.fault('services-beyond-max') ? all : all.slice(0, maxServices)
}
