import { isObject } from '../../contract/json.ts'
import { EMPTY_PROFILE, type Profile, type Vocabulary } from '../../contract/profile.ts'
import type { Client } from '../client.ts'
import type { Sent } from '../exchange.ts'
import { mockGaps } from './mock-gaps.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Our own mock tells who its people are, so it can be judged without a profile: everything is allowed on it, and it has
 * no other users. To be changed, it gets on-call services of its own; for whoever only looks, those that are there do.
 */
export async function mockProfile(client: Client, purpose: 'change' | 'look' = 'change'): Promise<Profile | undefined> {
  const identities = await asked(client, { path: '/_understudy/identities' })
  if (!identities) return undefined
  const people = items(identities.actors).filter(hasCredential)
  const [owner] = people
  const services =
    purpose === 'look'
      ? await presentServices(client, headersOf(owner))
      : [await newService(client, headersOf(owner)), await newService(client, headersOf(owner))]
  const home = organizationOf(owner)
  const gaps = (await mockGaps(client)) ?? {}
  return {
    ...EMPTY_PROFILE,
    name: 'our mock',
    actors: {
      ...Object.fromEntries(people.map((person) => [String(person.name), actor(person)])),
      nobody: { role: 'none', organization: home, headers: {} },
    },
    bindings: bindingsWith(gaps),
    vocabulary: {
      ...vocabularyWith(gaps),
      users: people
        .filter((person) => organizationOf(person) === home)
        .map(({ userId, label }) => ({ id: String(userId), label: String(label) })),
      oncallServices: services.filter((id) => id !== undefined),
    },
    budget: { slow: PLENTY, money: PLENTY, 'pages-people': PLENTY, permanent: PLENTY },
    organization: 'exclusive',
    settle: 0,
  }
}

const PLENTY = 1_000_000

/** The doors that the contract names without showing are where we put them. */
const bindingsWith = (gaps: Item): Profile['bindings'] => ({
  authorizeDataPlane: {},
  joinNode: {},
  receiveAlerts: {},
  scrapeMetrics: {},
  sendMessage: {},
  // The keys of the judge's issuers are unknown.
  ...(gaps['registry.issuer-without-keys'] === 'believe' && { exchangeOidcToken: {} }),
})

const vocabularyWith = (gaps: Item): Vocabulary => ({
  orchestratorVersions: texts(gaps['clusters.version-catalog']),
  eventTypes: texts(Object.values(gaps['email.event-types'] ?? {})),
  regions: texts(gaps['registry.regions']),
  ...first('purgeValue', gaps['registry.purge-values']),
  ...first('reservedSlug', gaps['registry.reserved-slugs']),
  domainSuffix: 'judged.example',
  incidentStatusFilter: { open: 'open', acknowledged: 'acknowledged', resolved: 'resolved' },
  phone: '+15550100',
  provider: { accountSid: 'AC0123', authToken: '9f8e7d6c5b4a39281706f5e4d3c2b1a0', fromNumber: '+15550101' },
})

type Headers = Readonly<Record<string, string>>

/** A service of its own: on one that has been in use, alerts would attach to incidents that are there already. */
async function newService(client: Client, headers: Headers): Promise<string | undefined> {
  const made = await asked(client, {
    method: 'POST',
    path: '/api/v1/oncall/services',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `judged ${crypto.randomUUID()}` }),
  })
  return made ? String(made.id) : undefined
}

async function presentServices(client: Client, headers: Headers): Promise<string[]> {
  const listed = await asked(client, { path: '/api/v1/oncall/services', headers })
  return items(listed?.services).map(({ id }) => String(id))
}

function actor(person: Item): Profile['actors'][string] {
  const [membership] = items(person.memberships)
  return {
    role: String(membership?.role),
    organization: organizationOf(person),
    user: String(person.userId),
    label: String(person.label),
    email: String(person.email),
    headers: headersOf(person),
  }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const first = (name: 'purgeValue' | 'reservedSlug', value: unknown) => {
  const [one] = texts(value)
  return one === undefined ? {} : { [name]: one }
}

const organizationOf = (person: Item | undefined): string => String(items(person?.memberships)[0]?.organization)
const headersOf = (person: Item | undefined): Headers => ({
  authorization: `Bearer ${String(items(person?.credentials)[0]?.value)}`,
})
const hasCredential = ({ credentials }: Item): boolean => typeof items(credentials)[0]?.value === 'string'
const items = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

async function asked(client: Client, sent: Partial<Sent> & { readonly path: string }): Promise<Item | undefined> {
  const exchange = await client.send({ method: 'GET', headers: {}, body: undefined, ...sent })
  if (!exchange.answered || exchange.received.status >= 300) return undefined
  const { json } = exchange.received
  return isObject(json) ? json : undefined
}
