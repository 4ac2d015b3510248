import type { Mistakes } from './mistake.ts'

export const CLUSTERS: Mistakes = {
  'clusters.fields-as-given': [
    {
      file: 'src/model/areas/clusters/effects/clusters/create-cluster.ts',
      within: 'const given: Body = context.body',
      right: 'context.body',
      wrong: '{ name: context.body.name, tier: context.body.tier }',
    },
  ],
  'clusters.patch-only-named': [
    {
      file: 'src/model/areas/clusters/effects/clusters/update-cluster.ts',
      right: 'changedCluster(context, before)',
      wrong: 'changedCluster(context, reset(context, before))',
      needs: `// What a server does that takes a change for a whole new cluster: what is not named falls back.
function reset(context: Context, before: ClusterRow): ClusterRow {
  return {
    ...before,
    replicas: context.fill('clusters.default-replicas'),
    mesh: context.fill('clusters.default-mesh'),
  }
}`,
    },
  ],
  'clusters.torn-down-not-listed': [
    {
      file: 'src/model/areas/clusters/effects/clusters/clusters.ts',
      right: 'context.cite(tornDownNotListed)',
      wrong: 'return true',
    },
  ],
  'clusters.roll-ends-as-asked': [
    {
      file: 'src/model/areas/clusters/effects/progress/end-work.ts',
      right: 'context.cite(rollEndsAsAsked)',
      wrong: 'return asBefore(over)',
      needs: `// What a server does that forgets what it was asked for.
function asBefore(cluster: ClusterRow): ClusterRow {
  if (!cluster.work.before) return cluster
  const { loadBalancersOn, ...settings } = cluster.work.before
  return {
    ...cluster,
    ...settings,
    managedLoadBalancers: { ...cluster.managedLoadBalancers, enabled: loadBalancersOn },
  }
}`,
    },
  ],
  'clusters.redundant-stays-up': [
    {
      file: 'src/model/areas/clusters/queries/clusters/restart.ts',
      right: '(work.before?.replicas ?? replicas) !== 1',
      wrong: 'false',
    },
  ],
  'clusters.single-replica-restarts': [
    {
      file: 'src/model/areas/clusters/queries/clusters/restart.ts',
      right: 'reader.cite(singleReplicaRestarts)',
      wrong: 'return false',
    },
  ],
  'clusters.skew-names-nodes': [
    {
      file: 'src/model/areas/clusters/rules/versions.ts',
      right: `\`agents would be too far behind \${to}: \${names.join(', ')}\``,
      wrong: `\`agents would be too far behind \${to}\``,
    },
  ],
  'clusters.headroom-names-component': [
    {
      file: 'src/model/areas/clusters/rules/resizing.ts',
      right: `\`not enough headroom: \${component}\``,
      wrong: "'not enough headroom'",
    },
  ],
  'clusters.upsizing-free': [
    {
      file: 'src/model/areas/clusters/rules/resizing.ts',
      right: 'resize.step > 0',
      wrong: 'false',
    },
  ],
  'clusters.live-nodes': [
    {
      file: 'src/model/areas/clusters/effects/nodes/nodes.ts',
      right: 'context.cite(liveNodes)',
      wrong: "return [...context.oldest('Node', 'parent', org, name)].slice(1)",
    },
  ],
  'clusters.deregistered-is-out': [
    {
      file: 'src/model/areas/clusters/effects/nodes/nodes.ts',
      right: 'context.cite(deregisteredIsOut)',
      wrong: "return void context.put('Node', { ...node, ready: false })",
    },
  ],
  'clusters.join-token-expired': [
    {
      file: 'src/model/areas/clusters/effects/nodes/join-tokens.ts',
      right: 'context.cite(joinTokenExpired)',
      wrong: 'return',
    },
  ],
  'clusters.registration-token-reusable': [
    {
      file: 'src/model/areas/clusters/effects/nodes/note-registration.ts',
      right: '{ ...token, lastUsed: context.fresh.time(atMs) }',
      wrong: '{ ...token, lastUsed: context.fresh.time(atMs), disabled: true }',
    },
  ],
  'clusters.registration-token-switch': [
    {
      file: 'src/model/areas/clusters/effects/nodes/registration-tokens.ts',
      right: 'context.cite(registrationTokenSwitch)',
      wrong: 'return',
    },
  ],
  'clusters.registration-token-once': [
    {
      file: 'src/model/areas/clusters/queries/views.ts',
      right: '(lastUsed !== undefined && { lastUsed })',
      wrong: '{ ...(lastUsed !== undefined && { lastUsed }), token: row.token }',
    },
  ],
  'clusters.kubeconfig-readable': [
    {
      file: 'src/model/areas/clusters/effects/clusters/kubeconfig.ts',
      right: 'kubeconfigFor(name, endpoint, token)',
      wrong: 'token',
    },
  ],
  'clusters.client-token-expires': [
    {
      file: 'src/model/areas/clusters/events/credential-used.ts',
      right: `context.cite(clientTokenExpires)
  return`,
      wrong: 'return undefined',
    },
    {
      file: 'src/model/areas/clusters/effects/clusters/kubeconfig.ts',
      right: `context.cite(clientTokenExpires)
  context.remove`,
      wrong: 'return',
    },
  ],
  'clusters.services-limited': [
    {
      file: 'src/model/areas/clusters/effects/load-balancers/load-balancers.ts',
      right: 'reader.cite(servicesLimited)',
      wrong: 'return true',
    },
  ],
  'clusters.one-entry-per-service': [
    {
      file: 'src/model/areas/clusters/events/services.ts',
      within: 'if (isExposed(cluster, service)) {',
      right: 'isExposed(cluster, service)',
      wrong: 'false',
    },
  ],
}
