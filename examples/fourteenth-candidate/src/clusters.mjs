// Clusters: a change waits in a queue and takes effect when its roll is over.
import { W, now, later, stamp, newId, newSecret, sha, byId, has, text, optText, int, optInt, flag, optFlag, oneOf, object, bad, missing, refuse, ok, made, gone, may, mayAny, MINUTE } from './base.mjs'

export const VERSIONS = ['1.26', '1.27', '1.28', '1.29', '1.30', '1.31', '1.32', '1.33']
const SIZES = ['db-small', 'db-medium', 'db-large']
const TIER_ORDER = ['small', 'medium', 'large']
const SKEW = 3
const HEADROOM = 60
const SHORT = 15

const minorOf = (v) => {
  const m = /^v?(\d+)\.(\d+)/.exec(v)
  return m ? Number(m[1]) * 1000 + Number(m[2]) : NaN
}
export function newCluster(org, spec, steady = false) {
  const c = {
    org: org.slug, name: spec.name, tier: spec.tier, orchestratorVersion: spec.orchestratorVersion ?? VERSIONS[0], replicas: spec.replicas ?? 1, mesh: spec.mesh ?? false,
    datastore: spec.datastore ?? { mode: 'shared' }, lbEnabled: spec.lbEnabled ?? false, lbMax: 4, balancers: [], lbSeq: 0,
    phase: steady ? 'steady' : 'building', leaving: false, queue: [], busy: null,
    nodes: new Map(), joinTokens: [], regTokens: new Map(), kubeTokens: [], used: new Map(),
  }
  org.clusters.set(c.name, c)
  if (!steady) {
    c.busy = 'building'
    later(now() + 3000, 'provisioned', 'Cluster', c.name, () => settle(c))
  }
  return c
}
function settle(c) {
  if (c.busy && typeof c.busy === 'object') Object.assign(c, c.busy)
  c.busy = c.queue.shift() ?? null
  if (!c.leaving) c.phase = c.busy ? 'rolling' : 'steady'
  if (c.busy) later(now() + 3000, 'rolled', 'Cluster', c.name, () => settle(c))
}
// What the cluster will be once everything accepted so far has happened.
const ahead = (c) => Object.assign({ tier: c.tier, orchestratorVersion: c.orchestratorVersion, replicas: c.replicas, datastore: c.datastore, lbEnabled: c.lbEnabled }, typeof c.busy === 'object' ? c.busy : {}, ...c.queue)
const shown = (c) => ({
  name: c.name, tier: c.tier, orchestratorVersion: c.orchestratorVersion, replicas: c.replicas, mesh: c.mesh, datastore: c.datastore, phase: c.phase,
  managedLoadBalancers: { enabled: c.lbEnabled, maxServices: c.lbMax, loadBalancers: c.balancers },
})
function at(c, tier = 'read') {
  const k = c.ctx.org.clusters.get(c.p.name)
  if (!k || !may(c.ctx, 'clusters.cluster.read', k.name) || !may(c.ctx, `clusters.cluster.${tier}`, k.name)) missing('no such cluster')
  return k
}
const sizing = (b) => {
  const d = {}
  if (has(b, 'size')) d.size = oneOf(b, 'size', SIZES)
  if (has(b, 'storageGiB')) d.storageGiB = int(b, 'storageGiB', 1)
  if (has(b, 'replicas')) d.replicas = int(b, 'replicas', 1)
  if (has(b, 'backups')) d.backups = flag(b, 'backups')
  return d
}
export function clusterOf(org, name) {
  return org.clusters.get(name) ?? missing('no such cluster')
}

// ---------------------------------------------------------------- nodes and their tokens
export function tokenBySecret(c, secret) {
  const hash = sha(secret)
  const j = c.joinTokens.find((t) => t.hash === hash)
  if (j) return { kind: 'join-token', t: j, works: !j.used && j.expiresAt > now() }
  const r = [...c.regTokens.values()].find((t) => t.hash === hash)
  return r ? { kind: 'registration-token', t: r, works: !r.disabled && (r.expiresAt === null || r.expiresAt > now()) } : null
}
export function join(c, name, secret, version, ready = true, status = 409) {
  let kind = 'nothing'
  let hit = null
  if (secret !== undefined) {
    hit = tokenBySecret(c, secret)
    if (!hit?.works) refuse(status, 'this token cannot be used')
    kind = hit.kind
  }
  if (c.leaving || c.nodes.has(name)) refuse(status, c.leaving ? 'the cluster is being torn down' : 'a node of this name exists')
  if (kind === 'join-token') hit.t.used = true
  const n = { name, ready, agentVersion: version ?? c.orchestratorVersion }
  c.nodes.set(name, n)
  return { n, kind }
}
export function expose(c, service, ip) {
  if (!c.lbEnabled) refuse(409, 'managed load balancers are off')
  const known = c.balancers.find((b) => b.service === service)
  if (known) return known
  if (c.balancers.length >= c.lbMax) refuse(409, 'the maximum number of services is reached')
  const b = { service, ip: ip ?? `198.51.100.${(++c.lbSeq % 254) + 1}` }
  c.balancers.push(b)
  return b
}
export const kubeconfigWorks = (secret) => {
  for (const o of W.orgs.values()) for (const c of o.clusters.values()) for (const t of c.kubeTokens) if ((t.hash === sha(secret) || t.whole === sha(secret)) && t.expiresAt > now()) return true
  return false
}
const quoted = (s) => `'${s.replace(/'/g, `'\\''`)}'`
const joinCommand = (c, token) => `join-cluster ${quoted(c.name)} ${token}`

export const doors = {
  'POST /api/v1/clusters/{name}/enlist': (c) => {
    const secret = text(c.b, 'token')
    const node = text(c.b, 'node')
    const version = optText(c.b, 'agentVersion')
    for (const o of W.orgs.values()) {
      const k = o.clusters.get(c.p.name)
      if (k && tokenBySecret(k, secret)) return made(join(k, node, secret, version, true, 400).n)
    }
    return missing('no such cluster or token')
  },
}
export const memberDoors = {
  'GET /api/v1/clusters-on-offer': (c) => ok({ versions: VERSIONS.map((version, i) => ({ version, default: i === 0 })) }),
}

export const routes = {
  'GET /api/v1/clusters': (c) => {
    if (!mayAny(c.ctx, 'clusters.cluster.read')) missing()
    return ok({ clusters: byId([...c.ctx.org.clusters.values()].filter((k) => may(c.ctx, 'clusters.cluster.read', k.name)), 'name').map(shown) })
  },
  'POST /api/v1/clusters': (c) => {
    if (!may(c.ctx, 'clusters.cluster.write')) missing()
    const { b } = c
    const spec = { name: text(b, 'name'), tier: oneOf(b, 'tier', TIER_ORDER), orchestratorVersion: optText(b, 'orchestratorVersion'), replicas: optInt(b, 'replicas', undefined, 1), mesh: optFlag(b, 'mesh') }
    if (['', '.', '..'].includes(spec.name)) bad('this name cannot be part of a path')
    if (has(b, 'datastore')) {
      const d = object(b, 'datastore')
      spec.datastore = { mode: oneOf(d, 'mode', ['shared', 'dedicated']), ...sizing(d) }
    }
    if (has(b, 'managedLoadBalancers')) spec.lbEnabled = flag(object(b, 'managedLoadBalancers'), 'enabled')
    if (spec.orchestratorVersion !== undefined && !VERSIONS.includes(spec.orchestratorVersion)) bad('this version is not in the catalog')
    const { org } = c.ctx
    if (org.clusters.has(spec.name)) bad('a cluster of this name exists')
    if ([...org.clusters.values()].filter((k) => !k.leaving).length >= org.quotas.clusters) refuse(403, 'the cluster quota is reached')
    return made(shown(newCluster(org, spec)))
  },
  'GET /api/v1/clusters/{name}': (c) => ok(shown(at(c))),
  'PATCH /api/v1/clusters/{name}': (c) => {
    const k = at(c, 'write')
    const { b } = c
    const want = {}
    if (has(b, 'orchestratorVersion')) want.orchestratorVersion = text(b, 'orchestratorVersion')
    if (has(b, 'tier')) want.tier = text(b, 'tier')
    if (has(b, 'replicas')) want.replicas = int(b, 'replicas', 1)
    if (has(b, 'managedLoadBalancers')) want.lbEnabled = flag(object(b, 'managedLoadBalancers'), 'enabled')
    const store = has(b, 'datastore') ? sizing(object(b, 'datastore')) : null
    const base = ahead(k)
    if (want.tier !== undefined && !TIER_ORDER.includes(want.tier)) bad('there is no such tier')
    const v = want.orchestratorVersion
    if (v !== undefined && v !== base.orchestratorVersion) {
      if (!VERSIONS.includes(v)) bad('this version is not in the catalog')
      const step = minorOf(v) - minorOf(base.orchestratorVersion)
      if (step < 0) bad('a cluster is never downgraded')
      if (step > 1) bad('one minor version at a time')
    }
    if (k.leaving) refuse(409, 'the cluster is being torn down')
    if (k.foreign) {
      if (k.foreign.once) k.foreign = null
      refuse(409, 'another change is in progress')
    }
    if (v !== undefined && v !== base.orchestratorVersion) {
      const behind = [...k.nodes.values()].filter((n) => !(minorOf(v) - minorOf(n.agentVersion) <= SKEW)).map((n) => n.name)
      if (behind.length) refuse(409, `these nodes would be left too far behind: ${behind.join(', ')}`)
    }
    if (want.tier !== undefined && TIER_ORDER.indexOf(want.tier) < TIER_ORDER.indexOf(base.tier)) {
      const crowded = [...k.used].filter(([, pct]) => pct > HEADROOM).map(([name]) => name)
      if (crowded.length) refuse(409, `no headroom in: ${crowded.join(', ')}`)
    }
    if (store) want.datastore = { ...base.datastore, ...store }
    for (const [key, value] of Object.entries(want)) if (JSON.stringify(value) === JSON.stringify(base[key])) delete want[key]
    if (Object.keys(want).length) {
      k.queue.push(want)
      if (!k.busy) settle(k)
    }
    return ok(shown(k))
  },
  'DELETE /api/v1/clusters/{name}': (c) => {
    const k = at(c, 'write')
    if (!k.leaving) {
      k.leaving = true
      k.phase = 'leaving'
      const org = c.ctx.org
      later(now() + 3000, 'gone', 'Cluster', k.name, () => org.clusters.get(k.name) === k && org.clusters.delete(k.name))
    }
    return { status: 202 }
  },
  'GET /api/v1/clusters/{name}/usage': (c) => ok({ nodes: at(c).nodes.size }),
  'GET /api/v1/clusters/{name}/nodes': (c) => ok({ nodes: byId(at(c).nodes.values(), 'name') }),
  'GET /api/v1/clusters/{name}/kubeconfig': (c) => {
    const k = at(c, 'admin')
    const token = newSecret()
    const name = k.name
    const whole = JSON.stringify({
      apiVersion: 'v1', kind: 'Config', 'current-context': name,
      clusters: [{ name, cluster: { server: `https://${encodeURIComponent(name)}.clusters.example` } }],
      contexts: [{ name, context: { cluster: name, user: 'admin' } }],
      users: [{ name: 'admin', user: { token } }],
    })
    k.kubeTokens = k.kubeTokens.filter((t) => t.expiresAt > now())
    k.kubeTokens.push({ hash: sha(token), whole: sha(whole), expiresAt: now() + SHORT * MINUTE })
    return ok({ kubeconfig: whole, expiresIn: SHORT })
  },
  'POST /api/v1/clusters/{name}/join-tokens': (c) => {
    const k = at(c, 'write')
    const token = newSecret()
    k.joinTokens.push({ hash: sha(token), expiresAt: now() + SHORT * MINUTE, used: false })
    return made({ joinToken: token, cluster: k.name, joinCommand: joinCommand(k, token), expiresIn: SHORT })
  },
  'DELETE /api/v1/clusters/{name}/nodes/{node}': (c) => (at(c, 'write').nodes.delete(c.p.node) ? gone() : missing('no such node')),
  'GET /api/v1/clusters/{name}/registration-tokens': (c) => ok({ tokens: byId(at(c).regTokens.values()).map((t) => ({ id: t.id, name: t.name, createdAt: stamp(t.createdAt), disabled: t.disabled })) }),
  'POST /api/v1/clusters/{name}/registration-tokens': (c) => {
    const k = at(c, 'write')
    const name = text(c.b, 'name')
    const minutes = optInt(c.b, 'expiresIn', null, 1)
    const token = newSecret()
    const t = { id: newId(), name, hash: sha(token), createdAt: now(), expiresAt: minutes === null ? null : now() + minutes * MINUTE, disabled: false }
    k.regTokens.set(t.id, t)
    const command = joinCommand(k, token)
    return made({ id: t.id, name, token, cloudConfig: `#cloud-config\n${JSON.stringify({ runcmd: [command] })}\n`, joinCommand: command })
  },
  'PATCH /api/v1/clusters/{name}/registration-tokens/{id}': (c) => {
    const t = at(c, 'write').regTokens.get(c.p.id) ?? missing('no such token')
    t.disabled = flag(c.b, 'disabled')
    return gone()
  },
  'DELETE /api/v1/clusters/{name}/registration-tokens/{id}': (c) => (at(c, 'write').regTokens.delete(c.p.id) ? gone() : missing('no such token')),
}
