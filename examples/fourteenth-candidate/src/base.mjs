// World, clock, timers, people, permissions and the small checks of input that every area uses.
import { createHash, randomBytes } from 'node:crypto'

export class Refusal extends Error {
  constructor(status, text) {
    super(text)
    this.status = status
  }
}
export const refuse = (status, text) => {
  throw new Refusal(status, text)
}
export const bad = (text) => refuse(400, text)
export const missing = (text = 'not found') => refuse(404, text)

export const newId = () => randomBytes(16).toString('hex')
export const newSecret = () => randomBytes(24).toString('hex')
export const fixedId = (text) => createHash('sha256').update(text).digest('hex').slice(0, 32)
export const sha = (text) => createHash('sha256').update(String(text)).digest('hex')

// ---------------------------------------------------------------- world and clock
export let W = null
export const setWorld = (world) => {
  W = world
}
export function emptyWorld() {
  return {
    clock: { mode: 'real', offset: 0, frozenAt: 0 },
    firingAt: null,
    timers: [],
    timerSeq: 0,
    seq: 0,
    deliverySeq: 0,
    pageSeq: 0,
    orgs: new Map(), // slug -> organization
    people: new Map(), // id -> person
    tokens: new Map(), // id -> personal token
    slugs: new Map(), // slug -> 'claimed' or 'reserved'
    domainsElsewhere: new Set(),
    collisions: new Set(),
    dns: new Map(), // domain name -> Map(type and name -> value)
    down: { email: false, uptime: false, dns: false },
    pages: [],
    attempts: [],
  }
}
export const nextSeq = () => ++W.seq
export function now() {
  if (W.firingAt !== null) return W.firingAt
  const c = W.clock
  return c.mode === 'frozen' ? c.frozenAt : Date.now() + c.offset
}
export const later = (at, name, entity, id, run) => {
  W.timers.push({ at, seq: ++W.timerSeq, name, entity, id, run })
}
const soonest = () => {
  let best = null
  for (const t of W.timers) if (!best || t.at < best.at || (t.at === best.at && t.seq < best.seq)) best = t
  return best
}
export const dueList = () => [...W.timers].sort((a, b) => a.at - b.at || a.seq - b.seq)
export function runDue(until = now()) {
  const fired = []
  for (let n = 0; n < 100000; n++) {
    const t = soonest()
    if (!t || t.at > until) break
    W.timers.splice(W.timers.indexOf(t), 1)
    W.firingAt = t.at
    try {
      t.run()
    } finally {
      W.firingAt = null
    }
    fired.push({ at: iso(t.at), timer: t.name, entity: t.entity, id: String(t.id) })
  }
  return fired
}

// Times: ISO where the contract says date-time, else milliseconds since 1970 in decimal digits.
export const iso = (ms) => new Date(Math.max(0, Math.min(ms, 253402300799000))).toISOString()
export const stamp = (ms) => String(ms)
export function readTime(text) {
  if (typeof text !== 'string') return NaN
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const m = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (!m) return NaN
  const zone = (m[3] ?? 'Z').toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
  return Date.parse(`${m[1]}T${m[2] ?? '00:00'}${zone}`)
}
export const DAY = 86400000
export const MINUTE = 60000

// ---------------------------------------------------------------- permissions
export const SERVICES = {
  clusters: ['Clusters', { cluster: 'Cluster' }],
  email: ['Email', { domain: 'Domain', key: 'Send key' }],
  oncall: ['On-call', { incident: 'Incident' }],
  organization: ['Organization', { contact: 'Contact' }],
  registry: ['Registry', { repository: 'Repository', key: 'Key' }],
  uptime: ['Uptime', { monitor: 'Monitor' }],
}
export const TIERS = ['read', 'write', 'admin']
const SCOPABLE = new Set(['clusters', 'email', 'registry'])
export const permissionsOf = (service, tier) =>
  Object.keys(SERVICES[service][1]).flatMap((r) => TIERS.slice(0, TIERS.indexOf(tier) + 1).map((t) => `${service}.${r}.${t}`))
export const ALL_PERMISSIONS = Object.keys(SERVICES).flatMap((s) => permissionsOf(s, 'admin'))
export const BUILTIN = new Map()
for (const s of ['clusters', 'email', 'oncall', 'registry', 'uptime'])
  for (const t of TIERS)
    BUILTIN.set(`${s}-${t}`, { id: `${s}-${t}`, name: `${SERVICES[s][0]} ${t}`, description: '', kind: 'builtin', scopable: SCOPABLE.has(s), permissions: permissionsOf(s, t), services: [s] })
export const roleOf = (org, id) => BUILTIN.get(id) ?? org.customRoles.get(id)
export const servicesOfRole = (role) => [...new Set(role.permissions.map((p) => p.split('.')[0]))]

const ROLE_TIER = { owner: 'admin', admin: 'admin', member: 'write', viewer: 'read' }
// A tier brings those below it.
const closed = (perms) =>
  new Set(
    perms.flatMap((p) => {
      const i = p.lastIndexOf('.')
      const n = TIERS.indexOf(p.slice(i + 1))
      return n < 0 ? [p] : TIERS.slice(0, n + 1).map((t) => `${p.slice(0, i)}.${t}`)
    }),
  )
const grantOf = (org, roleId, ids) => ({
  perms: closed(roleOf(org, roleId)?.permissions ?? []),
  ids: ids && ids.length ? new Set(ids) : null,
})
export function grantsOf(org, personId) {
  const m = org.members.get(personId)
  if (!m) return []
  if (m.grants) return m.grants.map((g) => grantOf(org, g.role, g.resourceIds))
  const top = ROLE_TIER[m.role]
  return [{ perms: new Set(Object.keys(SERVICES).flatMap((s) => permissionsOf(s, top))), ids: null }]
}
const both = (a, b) => ({
  perms: new Set([...a.perms].filter((p) => b.perms.has(p))),
  ids: a.ids === null ? b.ids : b.ids === null ? a.ids : new Set([...a.ids].filter((i) => b.ids.has(i))),
})
export function callerOf(org, person, token) {
  const m = org.members.get(person.id)
  let grants = grantsOf(org, person.id)
  const narrowed = !!token && token.scope.length > 0
  if (narrowed) {
    const scope = token.scope.map((s) => grantOf(org, s.role, s.resourceIds))
    grants = grants.flatMap((g) => scope.map((s) => both(g, s)))
  }
  return { org, person, token, grants, narrowed, manages: !narrowed && !m.grants && (m.role === 'owner' || m.role === 'admin') }
}
// may(caller, permission): for the whole organization. With an id: for that instance. mayAny: for anything at all.
export const may = (ctx, perm, id) => ctx.grants.some((g) => g.perms.has(perm) && (g.ids === null || (id !== undefined && g.ids.has(id))))
export const mayAny = (ctx, perm) => ctx.grants.some((g) => g.perms.has(perm))

// The scopable things that a caller can read.
export function visibleResources(ctx) {
  const out = []
  for (const r of ctx.org.registries.values()) if (may(ctx, 'registry.repository.read', r.slug)) out.push({ service: 'registry', id: r.slug, name: r.slug })
  for (const d of ctx.org.domains.values()) if (may(ctx, 'email.domain.read', d.id)) out.push({ service: 'email', id: d.id, name: d.name })
  for (const c of ctx.org.clusters.values()) if (may(ctx, 'clusters.cluster.read', c.name)) out.push({ service: 'clusters', id: c.name, name: c.name })
  return out
}

// ---------------------------------------------------------------- checks of input
export const has = (b, k) => Object.prototype.hasOwnProperty.call(b, k) && b[k] !== undefined
export function text(b, k) {
  if (typeof b[k] !== 'string') bad(`${k} must be a string`)
  return b[k]
}
export const optText = (b, k, otherwise) => (has(b, k) ? text(b, k) : otherwise)
export function int(b, k, least = -Infinity) {
  if (!Number.isSafeInteger(b[k]) || b[k] < least) bad(`${k} must be an integer${least > -Infinity ? ` of at least ${least}` : ''}`)
  return b[k]
}
export const optInt = (b, k, otherwise, least) => (has(b, k) ? int(b, k, least) : otherwise)
export function flag(b, k) {
  if (typeof b[k] !== 'boolean') bad(`${k} must be true or false`)
  return b[k]
}
export const optFlag = (b, k, otherwise) => (has(b, k) ? flag(b, k) : otherwise)
export function oneOf(b, k, values) {
  if (!values.includes(b[k])) bad(`${k} must be one of ${values.join(', ')}`)
  return b[k]
}
export function texts(b, k) {
  if (!Array.isArray(b[k]) || b[k].some((v) => typeof v !== 'string')) bad(`${k} must be a list of strings`)
  return [...b[k]]
}
export function object(b, k) {
  const v = b[k]
  if (v === null || typeof v !== 'object' || Array.isArray(v)) bad(`${k} must be an object`)
  return v
}
export function uri(b, k, schemes) {
  const v = text(b, k)
  let u
  try {
    u = new URL(v)
  } catch {
    bad(`${k} must be a URI`)
  }
  if (/\s/.test(v) || (schemes && !schemes.includes(u.protocol.slice(0, -1)))) bad(`${k} must be a URI of the kind ${schemes?.join(' or ')}`)
  return v
}
export const isAddress = (v) => typeof v === 'string' && /^[^\s@<>,]+@[^\s@<>,]+$/.test(v)
export const byId = (list, key = 'id') => [...list].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0))
export const ok = (body) => ({ status: 200, body })
export const made = (body) => ({ status: 201, body })
export const gone = () => ({ status: 204 })
