// Everything the service knows, in memory, and the data it starts with.
import { Clock } from './clock.mjs'
import { DAY, hash } from './util.mjs'

const GiB = 1024 ** 3

export class World {
  constructor() {
    this.createdAt = Date.now()
    this.clock = new Clock()
    this.users = new Map() // id -> {id, label, email}
    this.sessions = new Map() // hash of the session token -> {userId, value}
    this.orgs = new Map() // slug -> organization
    this.tokens = new Map() // id -> personal token
    this.dns = new Map() // "TYPE name" -> value, the public DNS as a lookup finds it
    this.backends = { email: true, uptime: true, dns: true }
    this.slugClaims = new Map() // slug -> claimed | reserved, outside of the organizations here
    this.domainClaims = new Set()
    this.billingCollisions = new Set()
    this.pages = []
    this.attempts = [] // webhook attempts as sent
    this.events = 0
    this.deliveryCount = 0
    this.oidcRuleCount = 0
    this.keySets = new Map() // issuer -> {at, keys}
    this.#sequence = 0
  }
  #sequence
  seq() {
    return ++this.#sequence
  }
  now() {
    return this.clock.now()
  }
  firstOrg() {
    return this.orgs.values().next().value
  }

  addUser(id, label, email, session) {
    const user = { id, label, email }
    this.users.set(id, user)
    this.sessions.set(hash(session), { userId: id, value: session })
    return user
  }
  addOrg(slug, name) {
    const org = {
      slug,
      name,
      members: new Map(), // user id -> {role, grants?}
      customRoles: new Map(),
      contacts: {
        billingEmail: `billing@${slug}.example`,
        technicalEmail: `tech@${slug}.example`,
        securityEmail: `security@${slug}.example`,
      },
      paymentActive: true,
      entitlements: { email: true, uptime: true },
      quotas: { clusters: 10, monitors: 50 },
      registries: new Map(),
      logins: new Map(), // key id -> login credential
      email: {
        domains: new Map(),
        keys: new Map(),
        routes: new Map(),
        webhooks: new Map(),
        messages: new Map(),
        suppressions: new Map(),
        deliveries: new Map(),
        dailyQuota: 2000,
        bouncePausePct: 10,
        complaintPausePct: 0.5,
        paused: null,
        countFrom: 0,
      },
      oncall: {
        services: new Map(),
        incidents: new Map(),
        schedules: new Map(),
        policies: new Map(),
        sources: new Map(),
        paging: new Map(),
        provider: null,
        providerBehaviour: { verification: 'accepts', pages: 'accepts' },
      },
      clusters: new Map(),
      uptime: { services: new Map(), monitors: new Map(), exportTokens: new Map(), metricsDown: false },
    }
    this.orgs.set(slug, org)
    return org
  }
  stop() {
    this.clock.stop()
  }
}

export const DEFAULT_REGISTRY_QUOTA = 50 * GiB

/** The organizations and people a fresh service has. */
export function seed() {
  const w = new World()
  const now = w.now()
  const lumen = w.addOrg('lumen', 'Lumen Retail')
  const harbor = w.addOrg('harbor', 'Harbor Freight Systems')
  const person = (id, label, email, memberships) => {
    w.addUser(id, label, email, `ses-${id.slice(4)}-4f1c7a90`)
    for (const [org, role] of memberships) org.members.set(id, { role })
  }
  person('usr_olga', 'Olga Lindqvist', 'olga@lumen.example', [[lumen, 'owner']])
  person('usr_adam', 'Adam Bright', 'adam@lumen.example', [[lumen, 'admin']])
  person('usr_mia', 'Mia Torres', 'mia@lumen.example', [[lumen, 'member']])
  person('usr_max', 'Max Okafor', 'max@lumen.example', [[lumen, 'member']])
  person('usr_vera', 'Vera Novak', 'vera@lumen.example', [[lumen, 'viewer']])
  person('usr_pat', 'Pat Silva', 'pat@consult.example', [
    [lumen, 'admin'],
    [harbor, 'member'],
  ])
  person('usr_henry', 'Henry Quay', 'henry@harbor.example', [[harbor, 'owner']])
  person('usr_ada', 'Ada Wharton', 'ada@harbor.example', [[harbor, 'admin']])
  person('usr_ben', 'Ben Mooring', 'ben@harbor.example', [[harbor, 'member']])
  person('usr_bea', 'Bea Lock', 'bea@harbor.example', [[harbor, 'member']])

  const oncallService = (org, id, name) =>
    org.oncall.services.set(id, { id, name, createdAt: now - 40 * DAY, escalationPolicyId: null, seq: w.seq() })
  oncallService(lumen, 'osv_storefront', 'Storefront')
  oncallService(lumen, 'osv_payments', 'Payments')
  oncallService(lumen, 'osv_search', 'Search')
  oncallService(harbor, 'osv_gateway', 'Gateway')
  oncallService(harbor, 'osv_tracking', 'Tracking')
  return w
}
