// Clusters: provisioning, rolls and their gates, nodes, tokens and the client configuration.
import { SECOND, MINUTE, DAY, str, matching, int, bool, oneOf, opt, shape, some, stamp, secret, sha256, broken, conflict, denied, unknown, fold, byText, HOUR } from './base.mjs'

export const VERSIONS = ['1.30.14', '1.31.10', '1.31.13', '1.32.8', '1.33.4', '1.33.6', '1.34.2']
const DEFAULT_VERSION = '1.33.6'
export const COMPONENTS = ['api-server', 'datastore', 'admission']
const CROWDED = 60
const SKEW = 1
const TIERS = ['small', 'medium', 'large']
const SIZES = ['db-small', 'db-medium', 'db-large']
const JOIN_MINUTES = 20
const CLIENT_MINUTES = 30
export const parse = (version) => {
  const found = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return found ? found.slice(1).map(Number) : null
}
const compare = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

export function newCluster(world, org, body, done = false) {
  const cluster = world.record('Cluster', {
    name: body.name, id: body.name, org: org.slug, tier: body.tier, version: body.orchestratorVersion ?? DEFAULT_VERSION, replicas: body.replicas ?? 3, mesh: body.mesh ?? true,
    datastore: body.datastore?.mode === 'dedicated' ? { mode: 'dedicated', size: 'db-small', storageGiB: 50, replicas: 1, backups: true, ...body.datastore } : { mode: 'shared' },
    balancers: body.managedLoadBalancers?.enabled ?? false, maxServices: 3, exposed: [], work: done ? null : 'provisioning', plan: null, foreign: null, restartUntil: 0,
    nodes: new Map(), joinTokens: new Map(), enrolments: new Map(), load: new Map(), nextIp: 10,
  })
  org.clusters.set(cluster.name, cluster)
  if (!done)
    world.after(6 * SECOND, 'provisioning', 'Cluster', cluster.name, () => {
      if (cluster.work !== 'provisioning') return
      cluster.work = null
      world.touch(cluster, 'Provisioned')
    })
  return cluster
}
const phase = (world, c) => (c.work ?? (c.restartUntil > world.now() ? 'restarting' : c.plan || c.foreign === 'roll' ? 'rolling' : 'running'))
const view = (world, c) => ({
  name: c.name, tier: c.tier, orchestratorVersion: c.version, replicas: c.replicas, mesh: c.mesh, datastore: { ...c.datastore }, phase: phase(world, c),
  ...(c.work === null ? { endpoint: `https://${c.name}.k8s.zehnt.example:6443` } : {}),
  managedLoadBalancers: { enabled: c.balancers, maxServices: c.maxServices, loadBalancers: c.exposed.map((e) => ({ service: e.service, ip: e.ip })) },
  createdAt: stamp(c.born), ...(c.plan ? { desired: c.plan } : {}), ...world.meta(c),
})
const live = (world, org, name) => {
  const c = org.clusters.get(name)
  if (!c) throw unknown('cluster')
  return c
}
const named = (ctx, resource, tier) => {
  const c = live(ctx.world, ctx.org, ctx.params.name)
  ctx.reach(`cluster.${resource}`, tier, c.name, 'cluster', 'cluster.cluster')
  return c
}
const up = (c) => {
  if (c.work === 'deleting') throw conflict('The cluster is being torn down.')
  if (c.work === 'provisioning') throw conflict('The cluster is still being provisioned.')
}

// ---- changes
function land(world, c) {
  const { orchestratorVersion, datastore, ...rest } = c.plan ?? {}
  c.plan = null
  c.restartUntil = 0
  if (orchestratorVersion) c.version = orchestratorVersion
  Object.assign(c, rest)
  if (datastore) Object.assign(c.datastore, datastore)
  world.touch(c, 'Rolled')
}
export function roll(world, c, plan) {
  const running = Boolean(c.plan)
  c.plan = { ...c.plan, ...plan, ...(plan.datastore ? { datastore: { ...c.plan?.datastore, ...plan.datastore } } : {}) }
  if (c.replicas === 1) c.restartUntil = world.now() + 2 * SECOND
  if (running) c.rollTimer.off = true
  c.rollTimer = world.after(5 * SECOND, 'roll', 'Cluster', c.name, () => {
    if (c.work === 'deleting') return
    c.foreign = c.foreign === 'roll' ? null : c.foreign
    land(world, c)
  })
}
export function gateVersion(c, wanted) {
  if (!VERSIONS.includes(wanted)) throw broken(`${wanted} is not in the version catalog.`)
  const from = parse(c.version)
  const to = parse(wanted)
  if (compare(to, from) < 0) throw broken(`${wanted} would be a downgrade from ${c.version}.`)
  if (to[0] !== from[0] || to[1] > from[1] + 1) throw broken(`${wanted} is more than one minor version ahead of ${c.version}.`)
  const behind = [...c.nodes.values()].filter((n) => !n.vanished && to[1] - (parse(n.agentVersion)?.[1] ?? 0) > SKEW).map((n) => n.name).sort()
  if (behind.length) throw conflict(`The agents of these nodes would be too far behind: ${behind.join(', ')}.`, { nodes: behind })
}
function change(ctx) {
  const { world, body } = ctx
  const c = named(ctx, 'cluster', 'write')
  up(c)
  if (c.foreign) {
    if (c.foreign === 'one-request') c.foreign = null
    throw conflict('Somebody else is changing this cluster.')
  }
  const plan = {}
  if (body.orchestratorVersion !== undefined && body.orchestratorVersion !== c.version) plan.orchestratorVersion = body.orchestratorVersion
  if (body.tier !== undefined && body.tier !== c.tier) plan.tier = body.tier
  if (body.replicas !== undefined && body.replicas !== c.replicas) plan.replicas = body.replicas
  if (body.datastore !== undefined) {
    if (c.datastore.mode !== 'dedicated') throw broken('A shared datastore has nothing to change.')
    const wanted = body.datastore
    if (SIZES.indexOf(wanted.size ?? c.datastore.size) < SIZES.indexOf(c.datastore.size) || (wanted.storageGiB ?? c.datastore.storageGiB) < c.datastore.storageGiB) throw broken('A datastore cannot be made smaller.')
    const differing = Object.fromEntries(Object.entries(wanted).filter(([key, value]) => c.datastore[key] !== value))
    if (Object.keys(differing).length) plan.datastore = differing
  }
  // What is rolling already cannot be changed again until it has landed, not even back to its present value.
  for (const key of ['orchestratorVersion', 'tier', 'replicas', 'datastore'])
    if (body[key] !== undefined && c.plan && key in c.plan) throw conflict(`Another change of ${key} is still rolling.`)
  if (plan.orchestratorVersion) gateVersion(c, plan.orchestratorVersion)
  if (plan.tier && TIERS.indexOf(plan.tier) < TIERS.indexOf(c.tier)) {
    const crowded = COMPONENTS.filter((name) => (c.load.get(name) ?? 0) > CROWDED)
    if (crowded.length) throw conflict(`There is no headroom for ${plan.tier}: ${crowded.join(', ')}.`, { components: crowded })
  }
  const balancers = body.managedLoadBalancers?.enabled
  if (balancers === false && c.exposed.length) throw conflict('Services are still exposed through the load balancers.', { services: c.exposed.map((e) => e.service) })
  if (balancers !== undefined && balancers !== c.balancers) {
    c.balancers = balancers
    world.touch(c, 'BalancersSwitched')
  }
  if (Object.keys(plan).length) {
    roll(world, c, plan)
    world.touch(c, 'ChangeAccepted')
  }
  return view(world, c)
}

// ---- nodes and tokens
const NODE = /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/
const nodeView = (n) => ({ name: n.name, ready: n.ready, agentVersion: n.agentVersion, joinedAt: stamp(n.born), joinedWith: n.via })
export function addNode(world, c, name, agentVersion, via, ready) {
  if (c.nodes.has(name)) throw conflict('There is a node of this name already.')
  const version = agentVersion ?? c.version
  const agent = parse(version)
  const control = parse(c.version)
  if (!agent || agent[0] !== control[0] || agent[1] > control[1] || control[1] - agent[1] > SKEW) throw conflict(`An agent of version ${version} does not fit ${c.version}.`)
  const node = world.record('Node', { id: name, name, agentVersion: version.replace(/^v/, ''), via, ready: ready === true, vanished: false })
  c.nodes.set(name, node)
  if (ready === undefined)
    world.after(4 * SECOND, 'node-ready', 'Node', name, () => {
      if (c.nodes.get(name) === node && !node.lost) node.ready = true
    })
  return node
}
// Which token it is; null if it cannot be used on this cluster.
export function tokenFor(world, c, text) {
  const hash = sha256(text)
  const join = c.joinTokens.get(hash)
  if (join) return !join.spent && join.expires > world.now() ? { kind: 'join-token', spend: () => { join.spent = true } } : null
  const enrolment = [...c.enrolments.values()].find((e) => e.hash === hash)
  if (!enrolment || enrolment.disabled || enrolment.expires <= world.now()) return null
  return { kind: 'registration-token', enrolment, spend: () => { enrolment.used = world.now() } }
}
export function join(world, c, { node, token, agentVersion, ready }) {
  if (!NODE.test(node)) throw broken('This cannot be the name of a node.')
  up(c)
  const found = tokenFor(world, c, token)
  if (!found) throw denied('This token cannot be used here.')
  const made = addNode(world, c, node, agentVersion, found.kind, ready)
  found.spend()
  return { made, kind: found.kind }
}
const command = (c, token) => `zehntctl node join --cluster ${c.name} --server https://${c.name}.k8s.zehnt.example:6443 --token ${token}`
const NAME = /^[a-z](?:[a-z0-9-]{0,48}[a-z0-9])$/
const odd = (value, at) => {
  int({ min: 1, max: 7 })(value, at)
  if (value % 2 === 0) throw broken(`${at} must be odd.`)
  return value
}
const C = '/api/v1/clusters'
const tier = oneOf(...TIERS)
const sizing = { size: opt(oneOf(...SIZES)), storageGiB: opt(int({ min: 1, max: 16384 })), replicas: opt(int({ min: 1, max: 5 })), backups: opt(bool()) }

export const routes = [
  ['GET', C, 'listClusters', {}, (ctx) => ({ clusters: [...ctx.org.clusters.values()].filter((c) => ctx.can('cluster.cluster', 'read', c.name)).sort(byText('name')).map((c) => view(ctx.world, c)) })],
  ['POST', C, 'createCluster', {
    status: 201, before: (ctx) => ctx.need('cluster.cluster', 'write'),
    body: shape({
      name: matching(NAME, 'must have 2 to 50 lower-case letters, digits and inner dashes, from a letter', { max: 50 }), tier, orchestratorVersion: opt(str({ max: 30 })), replicas: opt(odd), mesh: opt(bool()),
      datastore: opt(shape({ mode: oneOf('shared', 'dedicated'), ...sizing })), managedLoadBalancers: opt(shape({ enabled: bool() })),
    }),
  }, (ctx) => {
    const { world, org, body } = ctx
    if (body.orchestratorVersion !== undefined && !VERSIONS.includes(body.orchestratorVersion)) throw broken(`${body.orchestratorVersion} is not in the version catalog.`)
    if (body.datastore?.mode === 'shared' && Object.keys(body.datastore).length > 1) throw broken('A shared datastore cannot be sized.')
    if ([...world.orgs.values()].some((o) => o.clusters.has(body.name))) throw conflict('A cluster of this name exists on the platform.')
    if ([...org.clusters.values()].filter((c) => c.work !== 'deleting').length >= org.quotas.clusters) throw denied('The cluster quota is reached.')
    ctx.headers['location'] = `${C}/${body.name}`
    return view(world, newCluster(world, org, body))
  }],
  ['GET', `${C}/{name}`, 'getCluster', {}, (ctx) => view(ctx.world, named(ctx, 'cluster', 'read'))],
  ['PATCH', `${C}/{name}`, 'updateCluster', {
    before: (ctx) => named(ctx, 'cluster', 'write'),
    body: some({ orchestratorVersion: opt(str({ max: 30 })), tier: opt(tier), replicas: opt(odd), managedLoadBalancers: opt(shape({ enabled: bool() })), datastore: opt(some(sizing)) }),
  }, change],
  ['DELETE', `${C}/{name}`, 'deleteCluster', { status: 202, empty: true }, (ctx) => {
    const c = named(ctx, 'cluster', 'admin')
    if (c.work === 'deleting') throw conflict('The cluster is being torn down already.')
    c.work = 'deleting'
    c.plan = null
    ctx.world.touch(c, 'TeardownAccepted')
    ctx.world.after(4 * SECOND, 'teardown', 'Cluster', c.name, () => ctx.org.clusters.delete(c.name))
  }],
  ['GET', `${C}/{name}/usage`, 'getClusterUsage', {}, (ctx) => {
    const c = named(ctx, 'cluster', 'read')
    const hours = Math.max(0, (ctx.world.now() - c.born) / HOUR)
    return {
      cluster: c.name, takenAt: stamp(ctx.world.now()), nodes: [...c.nodes.values()].filter((n) => !n.vanished).length, controlPlaneHours: Math.round(hours * c.replicas * 1000) / 1000, loadBalancers: c.exposed.length,
      headroom: COMPONENTS.map((component) => ({ component, usedPercent: c.load.get(component) ?? 0 })),
    }
  }],
  ['GET', `${C}/{name}/nodes`, 'listNodes', {}, (ctx) => ({ nodes: [...named(ctx, 'node', 'read').nodes.values()].filter((n) => !n.vanished).sort(byText('name')).map(nodeView) })],
  ['GET', `${C}/{name}/kubeconfig`, 'getKubeconfig', {}, (ctx) => {
    const c = named(ctx, 'cluster', 'admin')
    up(c)
    const token = secret('kube-', 24)
    const expires = ctx.world.now() + CLIENT_MINUTES * MINUTE
    ctx.org.kubeTokens.set(sha256(token), { cluster: c.name, expires, of: c, person: ctx.person.id })
    const user = `zehnt-${ctx.person.id}`
    const ca = Buffer.from(`-----BEGIN CERTIFICATE-----\nzehnt ${c.name}\n-----END CERTIFICATE-----\n`).toString('base64')
    const kubeconfig = [
      'apiVersion: v1', 'kind: Config', 'clusters:', `  - name: ${c.name}`, '    cluster:', `      server: https://${c.name}.k8s.zehnt.example:6443`, `      certificate-authority-data: ${ca}`,
      'users:', `  - name: ${user}`, '    user:', `      token: ${token}`, 'contexts:', `  - name: ${c.name}`, '    context:', `      cluster: ${c.name}`, `      user: ${user}`, `current-context: ${c.name}`, '',
    ].join('\n')
    return { kubeconfig, expiresIn: CLIENT_MINUTES, unit: 'minutes', expiresAt: stamp(expires) }
  }],
  ['POST', `${C}/{name}/join-tokens`, 'createJoinToken', { status: 201 }, (ctx) => {
    const c = named(ctx, 'enrolment', 'write')
    up(c)
    const joinToken = secret('join-', 20)
    c.joinTokens.set(sha256(joinToken), { expires: ctx.world.now() + JOIN_MINUTES * MINUTE, spent: false })
    return { joinToken, cluster: c.name, joinCommand: command(c, joinToken), expiresIn: JOIN_MINUTES, unit: 'minutes' }
  }],
  ['DELETE', `${C}/{name}/nodes/{node}`, 'deleteNode', { status: 204 }, (ctx) => {
    const c = named(ctx, 'node', 'write')
    const node = c.nodes.get(ctx.params.node)
    if (!node) throw unknown('node')
    c.nodes.delete(node.name)
    ctx.world.touch(node, 'Deregistered')
  }],
  ['GET', `${C}/{name}/registration-tokens`, 'listRegistrationTokens', {}, (ctx) => ({
    tokens: [...named(ctx, 'enrolment', 'read').enrolments.values()].sort((a, b) => b.seq - a.seq).map((e) => ({ id: e.id, name: e.name, createdAt: stamp(e.born), expiresAt: stamp(e.expires), ...(e.used ? { lastUsed: stamp(e.used) } : {}), disabled: e.disabled, ...ctx.world.meta(e) })),
  })],
  ['POST', `${C}/{name}/registration-tokens`, 'createRegistrationToken', {
    status: 201, before: (ctx) => named(ctx, 'enrolment', 'write'), body: shape({ name: str({ max: 80 }), expiresIn: opt(int({ min: 1, max: 5256000 })) }),
  }, (ctx) => {
    const c = named(ctx, 'enrolment', 'write')
    if (c.work === 'deleting') throw conflict('The cluster is being torn down.')
    const { world, body } = ctx
    if ([...c.enrolments.values()].some((e) => fold(e.name) === fold(body.name))) throw conflict('The cluster has a registration token of this name already.')
    const token = secret('reg-', 24)
    const e = world.record('RegistrationToken', { id: world.id(), name: body.name, hash: sha256(token), expires: world.now() + (body.expiresIn !== undefined ? body.expiresIn * MINUTE : 30 * DAY), used: null, disabled: false })
    c.enrolments.set(e.id, e)
    return { id: e.id, name: e.name, token, cloudConfig: `#cloud-config\nruncmd:\n  - ${command(c, token)}\n`, joinCommand: command(c, token), expiresAt: stamp(e.expires), ...world.meta(e) }
  }],
  ['PATCH', `${C}/{name}/registration-tokens/{id}`, 'updateRegistrationToken', { status: 204, before: (ctx) => named(ctx, 'enrolment', 'write'), body: shape({ disabled: bool() }) }, (ctx) => {
    const e = named(ctx, 'enrolment', 'write').enrolments.get(ctx.params.id)
    if (!e) throw unknown('registration token')
    e.disabled = ctx.body.disabled
    ctx.world.touch(e, 'Switched')
  }],
  ['DELETE', `${C}/{name}/registration-tokens/{id}`, 'deleteRegistrationToken', { status: 204 }, (ctx) => {
    const c = named(ctx, 'enrolment', 'write')
    const e = c.enrolments.get(ctx.params.id)
    if (!e) throw unknown('registration token')
    c.enrolments.delete(e.id)
    ctx.world.touch(e, 'Revoked')
  }],
  // Side doors
  ['POST', `${C}/{name}/enlist`, 'joinNode', { status: 201, auth: false, body: shape({ token: str({ max: 300 }), node: str({ max: 63 }), agentVersion: opt(str({ max: 30 })) }) }, (ctx) => {
    for (const org of ctx.world.orgs.values())
      if (org.clusters.has(ctx.params.name)) return nodeView(join(ctx.world, org.clusters.get(ctx.params.name), ctx.body).made)
    throw denied('This token cannot be used here.')
  }],
  ['GET', '/api/v1/orchestrator-versions', 'listClusterVersions', {}, () => ({ versions: VERSIONS.map((version) => ({ version, default: version === DEFAULT_VERSION, minor: version.split('.').slice(0, 2).join('.') })) })],
]
