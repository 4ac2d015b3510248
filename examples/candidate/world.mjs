import { makeTimers } from './timers.mjs'
import { hashOf, idMaker } from './values.mjs'

/** The organizations of a fresh world, and who is in them. */
const ORGANIZATIONS = [
  { slug: 'north', entitled: true, services: ['Checkout', 'Search'] },
  { slug: 'south', entitled: true, services: ['Warehouse'] },
  { slug: 'east', entitled: false, services: ['Archive'] },
]
const PEOPLE = [
  { who: 'owner', label: 'Olga Owner', org: 'north', role: 'owner' },
  { who: 'admin', label: 'Adam Admin', org: 'north', role: 'admin' },
  { who: 'member', label: 'Mia Member', org: 'north', role: 'member' },
  { who: 'outsider', label: 'Otto Outsider', org: 'south', role: 'owner' },
]

/**
 * All state of one candidate. `reset` makes it fresh again.
 * @param {Record<string, any>} choice @param {Set<string>} faults
 */
export function makeWorld(choice, faults) {
  const world = { choice, faults, fault: (name) => faults.has(name), reset }
  reset()
  return world

  function reset() {
    Object.assign(world, {
      offset: 0,
      newId: idMaker(choice.ids),
      timers: makeTimers(),
      orgs: new Map(),
      users: new Map(),
      /** Credential hash -> {user, org, role, token?}. */
      credentials: new Map(),
      /** Webhook token hash -> alert source. */
      sourceTokens: new Map(),
      /** Scrape token hash -> export token. */
      exportTokens: new Map(),
      pages: [],
      /** Total number of pages; the list keeps the last ones. */
      paged: 0,
      backendDown: false,
    })
    for (const seed of ORGANIZATIONS) world.orgs.set(seed.slug, makeOrganization(world, seed))
    for (const seed of PEOPLE) addPerson(world, seed)
    const owner = world.users.get(choice.people.owner.id)
    addCredential(world, choice.elsewhereSession, { user: owner, org: world.orgs.get('east'), role: 'member' })
  }
}

/** The candidate's present moment. @param {any} world @returns {number} */
export function nowOf(world) {
  return Date.now() + world.offset
}

/** @param {any} world @param {{slug: string, entitled: boolean, services: string[]}} seed */
function makeOrganization(world, seed) {
  const { choice } = world
  const uptimeServices = new Map()
  const org = {
    slug: seed.slug,
    entitled: seed.entitled,
    quota: choice.monitorQuota,
    people: new Set(),
    provider: undefined,
    /** How the SMS/voice provider responds when a credential is verified and when a page is sent. */
    providerBehaviour: { verification: 'accepts', pages: 'accepts' },
    metricsDown: false,
    uptimeServices,
    services: choice.oncallServicesAreUptimeServices ? uptimeServices : new Map(),
    monitors: new Map(),
    deletedMonitors: new Map(),
    exportTokens: new Map(),
    revokedExports: new Set(),
    schedules: new Map(),
    policies: new Map(),
    sources: new Map(),
    incidents: new Map(),
    /** Incidents in order of opening. */
    history: [],
    /** Service id -> unresolved incidents in order of opening. */
    working: new Map(),
  }
  seed.services.forEach((name, index) => {
    const id = choice.oncallServiceIds[seed.slug][index]
    org.services.set(id, makeService(id, name, nowOf(world)))
  })
  return org
}

/** A service record; it serves on-call, uptime, or both. */
export function makeService(id, name, createdAt) {
  return { id, name, createdAt, monitors: 0, policyId: undefined }
}

/** @param {any} world @param {any} seed */
function addPerson(world, seed) {
  const { id, session } = world.choice.people[seed.who]
  const user = { id, label: seed.label, email: `${seed.who}@${seed.org}.example`, paging: undefined, tokens: [] }
  const org = world.orgs.get(seed.org)
  world.users.set(id, user)
  org.people.add(id)
  addCredential(world, session, { user, org, role: seed.role })
}

/** Makes a secret work as a credential. Only its hash is kept. */
export function addCredential(world, secret, caller) {
  world.credentials.set(hashOf(secret), caller)
}
