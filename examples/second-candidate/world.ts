import type { Choice, Who } from './choices.ts'
import type {
  ClientToken,
  Cluster,
  Delivery,
  Domain,
  JoinToken,
  LoginCredential,
  Made,
  Message,
  Registry,
  Route,
  SendKey,
  Suppression,
  Webhook,
} from './entities.ts'
import type { Grant, Role } from './roles.ts'
import { hashOf, idMaker } from './secrets.ts'
import { makeTimers } from './timers.ts'

export interface Contacts {
  readonly billingEmail: string
  readonly technicalEmail: string
  readonly securityEmail: string
}
export interface Organization {
  readonly slug: string
  contacts: Contacts
  paying: boolean
  emailEnabled: boolean
  clusterQuota: number
  dailyQuota: number
  pause: { readonly at: number; readonly reason: string } | undefined
  /** Messages before this moment no longer count for the posture. */
  postureFrom: number
  readonly customRoles: Map<string, Role>
}
export interface Membership {
  readonly userId: string
  readonly org: Organization
  place: 'owner' | 'admin' | 'member' | 'viewer' | 'none'
  /** Permissions that replace those of the role. */
  grants: readonly Grant[] | undefined
}

const ORGANIZATIONS = [
  { slug: 'harbor', emailEnabled: true },
  { slug: 'quay', emailEnabled: true },
  { slug: 'islet', emailEnabled: false },
] as const
const PEOPLE: readonly { readonly who: Who; readonly org: string; readonly place: Membership['place'] }[] = [
  { who: 'owner', org: 'harbor', place: 'owner' },
  { who: 'admin', org: 'harbor', place: 'admin' },
  { who: 'member', org: 'harbor', place: 'member' },
  { who: 'outsider', org: 'quay', place: 'owner' },
  { who: 'guest', org: 'islet', place: 'owner' },
]

/** All state of one candidate, fresh. */
function freshState(choice: Choice) {
  const orgs = new Map(ORGANIZATIONS.map((seed) => [seed.slug as string, makeOrganization(choice, seed)]))
  const members = new Map<string, Membership>()
  for (const { who, org, place } of PEOPLE) {
    const home = orgs.get(org)
    if (!home) throw new Error(`no organization ${org}`)
    members.set(hashOf(choice.sessions[who]), { userId: choice.userIds[who], org: home, place, grants: undefined })
  }
  return {
    offset: 0,
    lastSeq: 0,
    lastNumber: 0,
    newId: idMaker(choice.ids),
    timers: makeTimers(),
    orgs,
    /** Session hash -> who it is. */
    members,
    collidingBilling: new Set<string>(),
    reachable: { email: true, dns: true },
    registries: new Map<string, Registry>(),
    /** Slugs held outside: claimed by others, or reserved. */
    heldSlugs: new Set<string>(choice.reservedSlugs),
    retiredSlugs: new Set<string>(),
    loginCredentials: new Map<string, LoginCredential>(),
    sendKeys: new Map<string, SendKey>(),
    routes: new Map<string, Route>(),
    domains: new Map<string, Domain>(),
    claimedElsewhere: new Set<string>(),
    /** DNS records, by type and name. */
    dns: new Map<string, string>(),
    messages: new Map<string, Message>(),
    suppressions: new Map<string, Suppression>(),
    webhooks: new Map<string, Webhook>(),
    deliveries: new Map<number, Delivery>(),
    clusters: new Map<string, Cluster>(),
    joinTokens: new Map<string, JoinToken>(),
    clientTokens: new Map<string, ClientToken>(),
    /** Remembered for faults alone. */
    ghosts: { resources: [] as { service: string; id: string; name: string }[], lifted: new Set<string>() },
  }
}

function makeOrganization(choice: Choice, seed: { slug: string; emailEnabled: boolean }): Organization {
  const address = (of: string) => `${choice.unsetContact === 'role-address' ? of : 'billing'}@${seed.slug}.example`
  return {
    slug: seed.slug,
    contacts: {
      billingEmail: `billing@${seed.slug}.example`,
      technicalEmail: address('technical'),
      securityEmail: address('security'),
    },
    paying: true,
    emailEnabled: seed.emailEnabled,
    clusterQuota: choice.clusterQuota,
    dailyQuota: choice.dailyQuota,
    pause: undefined,
    postureFrom: 0,
    customRoles: new Map(),
  }
}

export interface World extends ReturnType<typeof freshState> {
  readonly choice: Choice
  readonly faults: ReadonlySet<string>
  readonly fault: (name: string) => boolean
  /** Makes it fresh again. */
  readonly reset: () => void
  readonly now: () => number
  /** The common fields of a new thing. */
  readonly made: (org: Organization, createdAt?: number) => Made
  readonly number: () => number
}

export function makeWorld(choice: Choice, faults: ReadonlySet<string>): World {
  const world: World = {
    choice,
    faults,
    fault: (name) => faults.has(name),
    ...freshState(choice),
    reset: () => void Object.assign(world, freshState(choice)),
    now: () => Date.now() + world.offset,
    made: (org, createdAt = world.now()) => ({ org: org.slug, createdAt, seq: ++world.lastSeq }),
    number: () => ++world.lastNumber,
  }
  return world
}

/** The things of an organization, in the variant's order where the contract states none. */
export function ofOrganization<T extends Made>(world: World, things: Iterable<T>, org: string): T[] {
  const own = [...things].filter((thing) => thing.org === org).sort(oldestFirst)
  return world.choice.newestFirst ? own.reverse() : own
}

export function oldestFirst(x: Made, y: Made): number {
  return x.createdAt - y.createdAt || x.seq - y.seq
}
