// Managed clusters: control plane, nodes, tokens, client configuration, usage.

import {
  bad,
  compact,
  conflict,
  DNS_LABEL,
  forbidden,
  HOUR,
  HttpError,
  hash,
  iso,
  newId,
  newSecret,
  notFound,
  random,
  SECOND,
  sameHash,
} from '../util.mjs'
import * as v from '../validate.mjs'

const ROOT = '/api/v1/clusters'
const ONE = `${ROOT}/{name}`
export const VERSIONS = ['1.30.14', '1.31.10', '1.32.6', '1.33.2', '1.34.1']
const DEFAULT_VERSION = '1.33.2'
const TIERS = { small: 1, medium: 2, large: 4 } // relative capacity
const SIZES = ['db-small', 'db-medium', 'db-large']
export const COMPONENTS = ['api-server', 'scheduler', 'controller-manager', 'datastore']
const MAX_FILL = 80 // percent of the smaller size that may be in use after downsizing
const MAX_SKEW = 2 // minor versions an agent may be behind the control plane
const MAX_SERVICES = 10
const PROVISIONING = 10 * SECOND
const ROLL = 8 * SECOND
const TEARDOWN = 6 * SECOND
const NODE_READY = 3 * SECOND
const JOIN_TOKEN_SECONDS = 15 * 60
const KUBECONFIG_SECONDS = 3600

const parse = (version) => {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version)
  return match ? match.slice(1).map(Number) : null
}
const compare = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
export const validAgentVersion = (version) => parse(version) !== null

const liveNodes = (cluster) => [...cluster.nodes.values()].filter((node) => !node.vanished)
const showNode = (n) => ({ name: n.name, ready: n.ready, agentVersion: n.agentVersion })
const showCluster = (c) =>
  compact({
    name: c.name,
    tier: c.tier,
    orchestratorVersion: c.orchestratorVersion,
    replicas: c.replicas,
    mesh: c.mesh,
    datastore: c.datastore,
    phase: c.phase,
    endpoint: c.endpoint,
    managedLoadBalancers: {
      enabled: c.loadBalancersEnabled,
      maxServices: c.maxServices,
      loadBalancers: [...c.loadBalancers].map(([service, ip]) => ({ service, ip })),
    },
  })
const showRegistration = (t) =>
  compact({
    id: t.id,
    name: t.name,
    createdAt: iso(t.createdAt),
    expiresAt: t.expiresAt && iso(t.expiresAt),
    lastUsed: t.lastUsed && iso(t.lastUsed),
    disabled: t.disabled,
  })

function clusterOf({ org, params }) {
  const cluster = org.clusters.get(params.name)
  if (!cluster) throw notFound(`There is no cluster ${params.name}.`)
  return cluster
}
function notDeleting(cluster) {
  if (cluster.phase === 'deleting') throw conflict('The cluster is being torn down.')
}

// --- control plane ---------------------------------------------------------------------------------------------------

const dedicated = {
  size: v.optional(v.oneOf(...SIZES)),
  storageGiB: v.optional(v.integer({ min: 10, max: 4096 })),
  replicas: v.optional(v.integer({ min: 1, max: 5 })),
  backups: v.optional(v.boolean()),
}
const tier = v.oneOf(...Object.keys(TIERS))
const replicas = v.integer({ min: 1, max: 7 })
const catalogVersion = (value, path) => {
  v.string()(value, path)
  if (!VERSIONS.includes(value)) throw bad(`${path} must be a version of the catalog (${VERSIONS.join(', ')})`)
  return value
}
const createBody = v.object({
  name: v.string({
    max: 63,
    pattern: DNS_LABEL,
    what: 'lower-case letters, digits and hyphens, beginning with a letter',
  }),
  tier,
  orchestratorVersion: v.optional(catalogVersion),
  replicas: v.optional(replicas),
  mesh: v.optional(v.boolean()),
  datastore: v.optional(v.object({ mode: v.oneOf('shared', 'dedicated'), ...dedicated })),
  managedLoadBalancers: v.optional(v.object({ enabled: v.boolean() })),
})
const updateBody = v.object({
  orchestratorVersion: v.optional(catalogVersion),
  tier: v.optional(tier),
  replicas: v.optional(replicas),
  managedLoadBalancers: v.optional(v.object({ enabled: v.boolean() })),
  datastore: v.optional(v.object(dedicated)),
})

function newDatastore(given) {
  if (!given || given.mode === 'shared') {
    if (given && Object.keys(given).length > 1)
      throw bad('size, storageGiB, replicas and backups are for a dedicated datastore')
    return { mode: 'shared' }
  }
  return {
    mode: 'dedicated',
    size: given.size ?? 'db-small',
    storageGiB: given.storageGiB ?? 20,
    replicas: given.replicas ?? 1,
    backups: given.backups ?? true,
  }
}

/** Starts a roll of the control plane. */
export function roll(w, cluster) {
  cluster.phase = 'updating'
  w.clock.after(ROLL, 'cluster-roll', 'Cluster', cluster.name, () => {
    if (cluster.phase === 'updating') cluster.phase = 'ready'
  })
}
export function resize(cluster, to) {
  const factor = TIERS[cluster.tier] / TIERS[to]
  for (const component of COMPONENTS) cluster.usedPercent[component] *= factor
  cluster.tier = to
}

/** What the shard refuses. */
function checkUpgrade(cluster, target) {
  const from = parse(cluster.orchestratorVersion)
  const to = parse(target)
  if (compare(to, from) < 0) throw bad(`The cluster runs ${cluster.orchestratorVersion}; downgrades are not possible.`)
  if (to[0] !== from[0] || to[1] > from[1] + 1)
    throw bad(`The cluster runs ${cluster.orchestratorVersion}; upgrades go one minor version at a time.`)
  const behind = liveNodes(cluster).filter((node) => {
    const agent = parse(node.agentVersion)
    return agent[0] < to[0] || agent[1] < to[1] - MAX_SKEW
  })
  if (behind.length > 0 && compare(to, from) > 0)
    throw conflict(
      `The agents of these nodes would be left too far behind: ${behind.map((node) => `${node.name} (${node.agentVersion})`).join(', ')}.`,
    )
}
function checkDownsize(cluster, to) {
  const limit = (MAX_FILL * TIERS[to]) / TIERS[cluster.tier]
  const crowded = COMPONENTS.filter((component) => cluster.usedPercent[component] > limit)
  if (TIERS[to] < TIERS[cluster.tier] && crowded.length > 0)
    throw conflict(
      `There is too little headroom for ${to}: ${crowded.map((component) => `${component} uses ${Math.round(cluster.usedPercent[component])} %`).join(', ')}.`,
    )
}

// --- nodes -----------------------------------------------------------------------------------------------------------

/** Why a token does not let a node join, or what it is. */
export function joinWith(w, cluster, secret) {
  const now = w.now()
  const digest = hash(secret)
  const join = cluster.joinTokens.find((token) => token.hash === digest)
  if (join) {
    if (join.used) return { refusal: 'The join token was already used.' }
    if (now >= join.expiresAt) return { refusal: 'The join token has expired.' }
    return {
      kind: 'join-token',
      use: () => {
        join.used = true
      },
    }
  }
  const registration = [...cluster.registrationTokens.values()].find((token) => token.hash === digest)
  if (!registration) return { refusal: 'The token is not one of this cluster.' }
  if (registration.disabled) return { refusal: 'The registration token is disabled.' }
  if (registration.expiresAt !== undefined && now >= registration.expiresAt)
    return { refusal: 'The registration token has expired.' }
  return {
    kind: 'registration-token',
    use: () => {
      registration.lastUsed = now
    },
  }
}
export function addNode(w, cluster, { name, agentVersion, ready, prepared = false }) {
  if ((cluster.phase === 'provisioning' && !prepared) || cluster.phase === 'deleting')
    throw conflict(`The cluster is ${cluster.phase}.`)
  if (cluster.nodes.has(name)) throw conflict(`The cluster already has a node ${name}.`)
  const node = {
    name,
    ready: ready === true,
    agentVersion: agentVersion ?? cluster.orchestratorVersion,
    vanished: false,
    joinedAt: w.now(),
  }
  cluster.nodes.set(name, node)
  if (ready === undefined)
    w.clock.after(NODE_READY, 'node-ready', 'Node', name, () => {
      if (cluster.nodes.get(name) === node && !node.lost) node.ready = true
    })
  return node
}
const nodeName = v.string({ max: 253, pattern: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, what: 'a node name' })

export function kubeconfigRefusal(w, org, cluster, token) {
  if (token.expiresAt <= w.now()) return 'the client configuration has expired'
  if (org.clusters.get(cluster.name) !== cluster) return 'the cluster is gone'
  if (!org.members.has(token.userId)) return 'its owner has left the organization'
  return null
}

// --- routes ----------------------------------------------------------------------------------------------------------

const on = (permission) => [permission, 'name', 'clusters.cluster.read', 'cluster']

export const routes = [
  {
    op: 'listClusters',
    method: 'GET',
    path: ROOT,
    some: 'clusters.cluster.read',
    run: ({ p, org }) => ({
      status: 200,
      body: {
        clusters: [...org.clusters.values()]
          .filter((cluster) => p.can('clusters.cluster.read', cluster.name))
          .map(showCluster),
      },
    }),
  },

  {
    op: 'createCluster',
    method: 'POST',
    path: ROOT,
    need: 'clusters.cluster.write',
    run: ({ w, org, input }) => {
      const body = input(createBody)
      const datastore = newDatastore(body.datastore)
      if (org.clusters.has(body.name)) throw conflict(`There is a cluster ${body.name} already.`)
      if (org.clusters.size >= org.quotas.clusters)
        throw forbidden(`The quota of ${org.quotas.clusters} clusters is reached.`)
      const cluster = {
        name: body.name,
        tier: body.tier,
        orchestratorVersion: body.orchestratorVersion ?? DEFAULT_VERSION,
        replicas: body.replicas ?? 1,
        mesh: body.mesh ?? false,
        datastore,
        phase: 'provisioning',
        loadBalancersEnabled: body.managedLoadBalancers?.enabled ?? false,
        maxServices: MAX_SERVICES,
        loadBalancers: new Map(),
        nodes: new Map(),
        joinTokens: [],
        registrationTokens: new Map(),
        kubeconfigs: [],
        usedPercent: Object.fromEntries(COMPONENTS.map((component) => [component, 15])),
        createdAt: w.now(),
        uid: random(8),
      }
      org.clusters.set(cluster.name, cluster)
      w.clock.after(PROVISIONING, 'cluster-provisioned', 'Cluster', cluster.name, () => {
        if (cluster.phase !== 'provisioning') return
        cluster.phase = 'ready'
        cluster.endpoint = `https://${cluster.name}-${cluster.uid}.k8s.platform.example:6443`
      })
      return { status: 201, body: showCluster(cluster) }
    },
  },

  {
    op: 'getCluster',
    method: 'GET',
    path: ONE,
    on: on('clusters.cluster.read'),
    run: (ctx) => ({ status: 200, body: showCluster(clusterOf(ctx)) }),
  },

  {
    op: 'updateCluster',
    method: 'PATCH',
    path: ONE,
    on: on('clusters.cluster.write'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      const body = ctx.input(updateBody)
      if (cluster.phase !== 'ready') throw conflict(`The cluster is ${cluster.phase}; try again when it is ready.`)
      if (cluster.concurrentChange) {
        cluster.concurrentChange = false
        throw conflict('The cluster was changed concurrently; read it and try again.')
      }
      if (body.orchestratorVersion !== undefined) checkUpgrade(cluster, body.orchestratorVersion)
      if (body.tier !== undefined) checkDownsize(cluster, body.tier)
      if (body.datastore && Object.keys(body.datastore).length > 0) {
        if (cluster.datastore.mode === 'shared') throw bad('A shared datastore cannot be resized.')
        if (body.datastore.storageGiB < cluster.datastore.storageGiB) throw bad('datastore.storageGiB cannot shrink')
      }
      const before = JSON.stringify([cluster.orchestratorVersion, cluster.tier, cluster.replicas, cluster.datastore])
      if (body.orchestratorVersion !== undefined) cluster.orchestratorVersion = body.orchestratorVersion
      if (body.tier !== undefined) resize(cluster, body.tier)
      if (body.replicas !== undefined) cluster.replicas = body.replicas
      if (body.datastore) Object.assign(cluster.datastore, body.datastore)
      if (body.managedLoadBalancers) {
        cluster.loadBalancersEnabled = body.managedLoadBalancers.enabled
        if (!cluster.loadBalancersEnabled) cluster.loadBalancers.clear()
      }
      if (JSON.stringify([cluster.orchestratorVersion, cluster.tier, cluster.replicas, cluster.datastore]) !== before)
        roll(ctx.w, cluster)
      return { status: 200, body: showCluster(cluster) }
    },
  },

  {
    op: 'deleteCluster',
    method: 'DELETE',
    path: ONE,
    on: on('clusters.cluster.write'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      if (cluster.phase !== 'deleting') {
        cluster.phase = 'deleting'
        ctx.w.clock.after(TEARDOWN, 'cluster-teardown', 'Cluster', cluster.name, () => {
          if (ctx.org.clusters.get(cluster.name) === cluster) ctx.org.clusters.delete(cluster.name)
        })
      }
      return { status: 202 }
    },
  },

  {
    op: 'getClusterUsage',
    method: 'GET',
    path: `${ONE}/usage`,
    on: on('clusters.cluster.read'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      const now = ctx.w.now()
      const hours = (since) => Math.round((Math.max(0, now - since) / HOUR) * 100) / 100
      return {
        status: 200,
        body: {
          cluster: cluster.name,
          at: iso(now),
          since: iso(cluster.createdAt),
          tier: cluster.tier,
          controlPlaneHours: hours(cluster.createdAt),
          nodes: liveNodes(cluster).length,
          nodeHours: Math.round(liveNodes(cluster).reduce((sum, node) => sum + hours(node.joinedAt), 0) * 100) / 100,
          loadBalancers: cluster.loadBalancers.size,
          components: COMPONENTS.map((component) => ({ component, usedPercent: cluster.usedPercent[component] })),
        },
      }
    },
  },

  {
    op: 'listNodes',
    method: 'GET',
    path: `${ONE}/nodes`,
    on: on('clusters.node.read'),
    run: (ctx) => ({ status: 200, body: { nodes: liveNodes(clusterOf(ctx)).map(showNode) } }),
  },

  {
    op: 'deleteNode',
    method: 'DELETE',
    path: `${ONE}/nodes/{node}`,
    on: on('clusters.node.write'),
    run: (ctx) => {
      if (!clusterOf(ctx).nodes.delete(ctx.params.node)) throw notFound(`There is no node ${ctx.params.node}.`)
      return { status: 204 }
    },
  },

  {
    op: 'getKubeconfig',
    method: 'GET',
    path: `${ONE}/kubeconfig`,
    on: on('clusters.kubeconfig.admin'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      if (!cluster.endpoint) throw conflict('The cluster has no endpoint yet.')
      notDeleting(cluster)
      const token = newSecret('kct')
      cluster.kubeconfigs.push({
        hash: hash(token),
        userId: ctx.p.user.id,
        expiresAt: ctx.w.now() + KUBECONFIG_SECONDS * SECOND,
      })
      const kubeconfig = [
        'apiVersion: v1',
        'kind: Config',
        'clusters:',
        `- name: ${cluster.name}`,
        '  cluster:',
        `    server: ${cluster.endpoint}`,
        'users:',
        '- name: admin',
        '  user:',
        `    token: ${token}`,
        'contexts:',
        `- name: ${cluster.name}`,
        '  context:',
        `    cluster: ${cluster.name}`,
        '    user: admin',
        `current-context: ${cluster.name}`,
        '',
      ].join('\n')
      return { status: 200, body: { kubeconfig, expiresIn: KUBECONFIG_SECONDS } }
    },
  },

  {
    op: 'createJoinToken',
    method: 'POST',
    path: `${ONE}/join-tokens`,
    on: on('clusters.token.write'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      notDeleting(cluster)
      const joinToken = newSecret('cjt')
      cluster.joinTokens.push({
        hash: hash(joinToken),
        used: false,
        expiresAt: ctx.w.now() + JOIN_TOKEN_SECONDS * SECOND,
      })
      return {
        status: 201,
        body: {
          joinToken,
          cluster: cluster.name,
          joinCommand: `platform-agent join --server ${ctx.base} --cluster ${cluster.name} --token ${joinToken}`,
          expiresIn: JOIN_TOKEN_SECONDS,
        },
      }
    },
  },

  {
    op: 'listRegistrationTokens',
    method: 'GET',
    path: `${ONE}/registration-tokens`,
    on: on('clusters.token.read'),
    run: (ctx) => ({
      status: 200,
      body: { tokens: [...clusterOf(ctx).registrationTokens.values()].map(showRegistration) },
    }),
  },

  {
    op: 'createRegistrationToken',
    method: 'POST',
    path: `${ONE}/registration-tokens`,
    on: on('clusters.token.write'),
    run: (ctx) => {
      const cluster = clusterOf(ctx)
      const body = ctx.input(
        v.object({ name: v.name(), expiresIn: v.optional(v.integer({ min: 1, max: 366 * 24 * 3600 })) }),
      )
      notDeleting(cluster)
      const token = newSecret('crt')
      const now = ctx.w.now()
      const entry = compact({
        id: newId('crt'),
        name: body.name,
        hash: hash(token),
        disabled: false,
        createdAt: now,
        expiresAt: body.expiresIn && now + body.expiresIn * SECOND,
      })
      cluster.registrationTokens.set(entry.id, entry)
      const joinCommand = `platform-agent join --server ${ctx.base} --cluster ${cluster.name} --token ${token}`
      return {
        status: 201,
        body: {
          id: entry.id,
          name: entry.name,
          token,
          cloudConfig: `#cloud-config\nruncmd:\n- ${joinCommand}\n`,
          joinCommand,
        },
      }
    },
  },

  {
    op: 'updateRegistrationToken',
    method: 'PATCH',
    path: `${ONE}/registration-tokens/{id}`,
    on: on('clusters.token.write'),
    run: (ctx) => {
      const token = clusterOf(ctx).registrationTokens.get(ctx.params.id)
      if (!token) throw notFound(`There is no registration token ${ctx.params.id}.`)
      token.disabled = ctx.input(v.object({ disabled: v.boolean() })).disabled
      return { status: 204 }
    },
  },

  {
    op: 'deleteRegistrationToken',
    method: 'DELETE',
    path: `${ONE}/registration-tokens/{id}`,
    on: on('clusters.token.write'),
    run: (ctx) => {
      if (!clusterOf(ctx).registrationTokens.delete(ctx.params.id))
        throw notFound(`There is no registration token ${ctx.params.id}.`)
      return { status: 204 }
    },
  },

  // Side doors.
  {
    op: 'joinNode',
    door: true,
    open: true,
    method: 'POST',
    path: `${ONE}/join`,
    run: ({ w, params, input }) => {
      const body = input(v.object({ token: v.string(), node: nodeName, agentVersion: v.optional(v.string()) }))
      if (body.agentVersion !== undefined && !validAgentVersion(body.agentVersion))
        throw bad('agentVersion must be a version')
      // Names are per organization, so it is the token that says which cluster is meant.
      let refusal = 'The token is not one of this cluster.'
      for (const org of w.orgs.values()) {
        const cluster = org.clusters.get(params.name)
        const joining = cluster && joinWith(w, cluster, body.token)
        if (joining?.kind) {
          const node = addNode(w, cluster, { name: body.node, agentVersion: body.agentVersion })
          joining.use()
          return { status: 201, body: showNode(node) }
        }
        if (joining) refusal = joining.refusal
      }
      throw new HttpError(401, refusal)
    },
  },

  {
    op: 'listClusterVersions',
    door: true,
    method: 'GET',
    path: '/api/v1/cluster-versions',
    some: 'clusters.cluster.read',
    run: () => ({
      status: 200,
      body: { versions: VERSIONS.map((version) => ({ version, default: version === DEFAULT_VERSION })) },
    }),
  },
].map((route) => ({ area: 'clusters', ...route }))

export function findKubeconfig(w, text) {
  for (const org of w.orgs.values())
    for (const cluster of org.clusters.values())
      for (const token of cluster.kubeconfigs) {
        const secret = /token: (\S+)/.exec(text)?.[1] ?? text
        if (sameHash(secret, token.hash)) return { org, cluster, token }
      }
  return null
}
