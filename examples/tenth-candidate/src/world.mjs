// The world: its clock and timers, the stream of facts, the people and what they may do, and the seed.
import { Fail, stamp, unknown, denied, sha256 } from './base.mjs'

export const TIERS = ['read', 'write', 'admin']
export const ATLAS = {
  organization: { label: 'Organization', scoped: false, resources: { contacts: 'Contact addresses', grants: 'Grants' } },
  registry: {
    label: 'Container registry', scoped: true,
    resources: { registry: 'Registries', repository: 'Repositories and images', key: 'Registry keys', trust: 'OIDC access rules', upstream: 'Upstream logins' },
  },
  email: {
    label: 'Email', scoped: true,
    resources: { domain: 'Domains', route: 'Inbound routes', key: 'Send keys', message: 'Message log', suppression: 'Suppressions', webhook: 'Webhook endpoints', posture: 'Sending posture' },
  },
  oncall: {
    label: 'On-call', scoped: false,
    resources: { incident: 'Incidents', schedule: 'Schedules', policy: 'Escalation policies', source: 'Alert sources', service: 'Services', carrier: 'SMS and voice provider' },
  },
  cluster: { label: 'Clusters', scoped: true, resources: { cluster: 'Clusters', node: 'Nodes', enrolment: 'Join and registration tokens' } },
  uptime: { label: 'Uptime', scoped: true, resources: { service: 'Services', monitor: 'Monitors', export: 'Export tokens' } },
}
const RANKS = [['Observer', 'read', 'Looks at everything'], ['Operator', 'write', 'Runs the daily work'], ['Steward', 'admin', 'Owns the service']]
export const BUILTIN = Object.entries(ATLAS).flatMap(([service, entry], s) =>
  RANKS.map(([rank, tier, what], r) => ({
    id: String((s + 1) * 100 + r + 1), name: `${entry.label} ${rank}`, description: `${what} in ${entry.label}.`, kind: 'builtin', service,
    scopable: entry.scoped,
    permissions: Object.keys(entry.resources).flatMap((resource) => TIERS.slice(0, TIERS.indexOf(tier) + 1).map((t) => `${service}.${resource}.${t}`)),
  })),
)
const everything = (tier) =>
  new Set(Object.entries(ATLAS).flatMap(([service, entry]) => Object.keys(entry.resources).map((resource) => `${service}.${resource}.${tier}`)))
const BY_ROLE = { owner: everything('admin'), admin: everything('admin'), member: everything('write'), viewer: everything('read') }

export const covers = (permissions, resource, tier) =>
  TIERS.slice(TIERS.indexOf(tier)).some((t) => permissions.has(`${resource}.${t}`))

export class World {
  constructor() {
    this.clock = { mode: 'real', offset: 0, at: 0 }
    this.pinned = null
    this.timers = []
    this.facts = []
    this.position = 0
    this.counter = 1000
    this.people = new Map()
    this.sessions = new Map()
    this.orgs = new Map()
    this.tokens = new Map()
    this.collisions = new Set()
    this.slugsElsewhere = new Map()
    this.slugsRetired = new Set()
    this.domainsElsewhere = new Set()
    this.backends = { email: true, uptime: true, dns: true }
    this.paging = new Map()
    this.pages = []
    this.attempts = []
    this.bornAt = Date.now()
    this.wake = null
    this.onTimer = () => {}
  }
  // ---- time
  now() {
    if (this.pinned !== null) return this.pinned
    if (this.clock.mode === 'frozen') return this.clock.at
    return Date.now() + this.clock.offset
  }
  after(ms, timer, entity, id, run) {
    return this.at(this.now() + ms, timer, entity, id, run)
  }
  at(when, timer, entity, id, run) {
    const entry = { when, order: this.counter++, timer, entity, id, run, off: false }
    let low = 0
    let high = this.timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.timers[middle].when <= when) low = middle + 1
      else high = middle
    }
    this.timers.splice(low, 0, entry)
    if (low === 0) this.onTimer()
    return entry
  }
  // Fires what is due until an instant, each at its own time.
  run(until) {
    const fired = []
    if (this.pinned !== null) return fired
    while (this.timers.length && this.timers[0].when <= until) {
      const entry = this.timers.shift()
      if (entry.off) continue
      this.pinned = entry.when
      try {
        entry.run()
        fired.push({ at: stamp(entry.when), timer: entry.timer, entity: entry.entity, id: String(entry.id) })
      } catch (error) {
        console.error(error)
      } finally {
        this.pinned = null
      }
    }
    return fired
  }
  catchUp() {
    return this.clock.mode === 'frozen' ? [] : this.run(this.now())
  }
  moveTo(instant) {
    const fired = this.run(instant)
    if (this.clock.mode === 'frozen') this.clock.at = Math.max(this.clock.at, instant)
    else {
      this.clock.mode = 'set'
      this.clock.offset = instant - Date.now()
    }
    this.onTimer()
    return fired
  }
  // ---- facts and ids
  id() {
    return String(this.counter++)
  }
  fact(type, entity, id) {
    this.position += 1
    this.facts.push({ position: this.position, at: stamp(this.now()), type, entity, id: String(id) })
    if (this.facts.length > 2000) this.facts.splice(0, 500)
    return this.position
  }
  // A new record: everything kept has a sequence, a birth and a revision that counts its facts.
  record(entity, fields) {
    const made = { ...fields, entity, seq: this.counter++, born: this.now(), revision: 1 }
    this.fact(`${entity}Created`, entity, fields.id ?? fields.slug ?? fields.name ?? made.seq)
    return made
  }
  touch(record, what) {
    record.revision += 1
    record.touched = this.now()
    return this.fact(`${record.entity}${what}`, record.entity, record.id ?? record.slug ?? record.name)
  }
  meta(record) {
    return { _meta: { type: record.entity, revision: record.revision, recordedAt: stamp(record.touched ?? record.born) } }
  }
  receipt(record, what) {
    return { done: true, fact: `${record.entity}${what}`, position: this.touch(record, what), at: stamp(this.now()) }
  }
  // ---- people
  addOrg(slug, name) {
    const org = {
      id: this.id(), slug, name, members: new Map(), customRoles: new Map(), payment: true, contacts: {},
      entitled: { email: true, uptime: true }, quotas: { clusters: 12, monitors: 40, 'daily-email': 2000 },
      registries: new Map(), logins: new Map(),
      domains: new Map(), sendKeys: new Map(), routes: new Map(), messages: [], suppressions: new Map(), hooks: new Map(), deliveries: [], pause: null, countFrom: 0,
      carrier: null, carrierMood: { verification: 'accepts', pages: 'accepts' }, carrierSet: null,
      services: new Map(), incidents: [], schedules: new Map(), policies: new Map(), sources: new Map(),
      clusters: new Map(), kubeTokens: new Map(),
      upServices: new Map(), monitors: new Map(), exports: new Map(), metricsDown: false,
    }
    this.orgs.set(slug, org)
    return org
  }
  addPerson(id, name, label, email, session) {
    const person = { id, name, label, email, session, memberships: [] }
    this.people.set(id, person)
    this.sessions.set(session, person)
    return person
  }
  join(person, org, role, grants = null) {
    org.members.set(person.id, { role, grants })
    if (!person.memberships.includes(org.slug)) person.memberships.push(org.slug)
  }
  leave(person, org) {
    org.members.delete(person.id)
    person.memberships = person.memberships.filter((slug) => slug !== org.slug)
  }
  roles(org) {
    return [...BUILTIN, ...org.customRoles.values()]
  }
  role(org, id) {
    return this.roles(org).find((role) => role.id === id)
  }
  grantsOf(org, member) {
    if (!member) return []
    if (!member.grants) return [{ permissions: BY_ROLE[member.role], ids: null }]
    return this.resolve(org, member.grants)
  }
  resolve(org, entries) {
    return entries.flatMap((entry) => {
      const role = this.role(org, entry.role)
      if (!role) return []
      return [{ permissions: new Set(role.permissions), ids: entry.resourceIds?.length ? new Set(entry.resourceIds) : null }]
    })
  }
  // Who calls: a session in X-Session, or a personal token as a bearer. The organization: X-Mandant, else the first.
  caller(headers) {
    const bearer = headers.authorization
    const session = headers['x-session']
    if (bearer === undefined && session === undefined) return null
    const wanted = headers['x-mandant']
    if (bearer !== undefined) {
      const found = /^Bearer +(\S+)$/i.exec(bearer)
      const token = found && this.tokens.get(sha256(found[1]))
      if (!token) throw new Fail(401, 'This credential is not known.')
      if (!token.enabled || token.expires <= this.now()) throw new Fail(401, 'This credential is no longer valid.')
      const org = this.orgs.get(token.org)
      const person = this.people.get(token.person)
      if (!org.members.has(person.id)) throw new Fail(401, 'The owner of this credential has left the organization.')
      if (wanted !== undefined && wanted !== org.slug) throw unknown('organization')
      token.lastRequest = this.now()
      return this.context(person, org, token)
    }
    const person = this.sessions.get(session)
    if (!person) throw new Fail(401, 'This session is not known.')
    const slug = wanted ?? person.memberships[0]
    const org = slug && this.orgs.get(slug)
    if (!org?.members.has(person.id)) throw unknown('organization')
    return this.context(person, org, null)
  }
  context(person, org, token) {
    const member = org.members.get(person.id)
    const held = this.grantsOf(org, member)
    const lent = token?.scope.length ? this.resolve(org, token.scope) : null
    const within = (grants, resource, tier, id) =>
      grants.some((grant) => covers(grant.permissions, resource, tier) && (!grant.ids || (id !== undefined && grant.ids.has(id))))
    const can = (resource, tier, id) => within(held, resource, tier, id) && (!lent || within(lent, resource, tier, id))
    // Whether there is a grant of this kind at all, be it for one instance only.
    const touches = (grants, resource, tier) => grants.some((grant) => covers(grant.permissions, resource, tier))
    const canSome = (resource, tier) => touches(held, resource, tier) && (!lent || touches(lent, resource, tier))
    const manages = ['owner', 'admin'].includes(member.role) && !member.grants && !lent
    return {
      person, org, token, member, can, canSome, manages,
      need(resource, tier, id) {
        if (!can(resource, tier, id)) throw denied(`This needs ${resource}.${tier}.`)
      },
      // Something one cannot see is not there; something one sees but may not change is refused.
      reach(resource, tier, id, what, look = resource) {
        if (!can(look, 'read', id)) throw unknown(what)
        if (!can(resource, tier, id)) throw denied(`This needs ${resource}.${tier}.`)
      },
    }
  }
  // Everything a grant can be narrowed to.
  resources(org) {
    return [
      ...[...org.registries.values()].map((r) => ({ service: 'registry', id: r.slug, name: r.displayName, look: 'registry.registry' })),
      ...[...org.domains.values()].map((d) => ({ service: 'email', id: d.id, name: d.name, look: 'email.domain' })),
      ...[...org.clusters.values()].filter((c) => c.work !== 'deleting').map((c) => ({ service: 'cluster', id: c.name, name: c.name, look: 'cluster.cluster' })),
      ...[...org.upServices.values()].map((s) => ({ service: 'uptime', id: s.id, name: s.name, look: 'uptime.service' })),
    ]
  }
}
