import { isObject } from '../contract/json.ts'
import { EMPTY_PROFILE, type Profile } from '../contract/profile.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Our own mock tells who its people are, so it can be judged without a profile: everything is
 * allowed on it, and it has no other users. It gets on-call services of its own to be judged with, unless those that are
 * there will do.
 */
export async function mockProfile(
  url: string,
  use: 'new' | 'present' = 'new',
  fetching: Fetching = fetch,
): Promise<Profile | undefined> {
  const json: Json = (at, init) => asked(fetching, at, init)
  const identities = await json(new URL('/_understudy/identities', url))
  if (!identities) return undefined
  const people = items(identities.actors)
  const [owner] = people
  const services =
    use === 'present'
      ? await presentServices(json, url, headersOf(owner))
      : [await newService(json, url, headersOf(owner)), await newService(json, url, headersOf(owner))]
  const home = organizationOf(owner)
  const choices = await json(new URL('/_understudy/gaps', url))
  const chosen = new Map(items(choices?.gaps).map(({ id, value }) => [id, value]))
  return {
    ...EMPTY_PROFILE,
    name: 'our mock',
    actors: {
      ...Object.fromEntries(people.map((person) => [String(person.name), actor(person)])),
      nobody: { role: 'none', organization: home, headers: {} },
    },
    // The doors that the contract names without showing are where we put them.
    bindings: {
      authorizeDataPlane: {},
      sendMessage: {},
      // Nobody has the keys of the judge's issuers.
      ...(chosen.get('registry.issuer-without-keys') === 'believe' && { exchangeOidcToken: {} }),
    },
    vocabulary: {
      orchestratorVersions: texts(chosen.get('clusters.version-catalog')),
      eventTypes: texts(Object.values(chosen.get('email.event-types') ?? {})),
      regions: texts(chosen.get('registry.regions')),
      ...first('purgeValue', chosen.get('registry.purge-values')),
      ...first('reservedSlug', chosen.get('registry.reserved-slugs')),
      domainSuffix: 'judged.example',
      users: people
        .filter((person) => organizationOf(person) === home)
        .map(({ userId, label }) => ({ id: String(userId), label: String(label) })),
      oncallServices: services.filter((id) => id !== undefined),
      incidentStatusFilter: { open: 'open', acknowledged: 'acknowledged', resolved: 'resolved' },
      phone: '+15550100',
      provider: { accountSid: 'AC0123', authToken: '9f8e7d6c5b4a39281706f5e4d3c2b1a0', fromNumber: '+15550101' },
    },
    budget: { slow: PLENTY, money: PLENTY, 'pages-people': PLENTY, permanent: PLENTY },
    organization: 'exclusive',
    settle: 0,
  }
}

/** A service of its own: on one that has been in use, alerts would attach to incidents that are there already. */
async function newService(json: Json, url: string, headers: Record<string, string>): Promise<string | undefined> {
  const body = JSON.stringify({ name: `judged ${crypto.randomUUID()}` })
  const made = await json(new URL('/api/v1/oncall/services', url), {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  return made ? String(made.id) : undefined
}

/** For whoever only looks on. */
async function presentServices(json: Json, url: string, headers: Record<string, string>): Promise<string[]> {
  const listed = await json(new URL('/api/v1/oncall/services', url), { headers })
  return items(listed?.services).map(({ id }) => String(id))
}

const PLENTY = 1_000_000

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
const headersOf = (person: Item | undefined): Record<string, string> => ({
  authorization: `Bearer ${String(items(person?.credentials)[0]?.value)}`,
})
const items = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

type Fetching = (url: URL, init?: RequestInit) => Promise<Response>
type Json = (url: URL, init?: RequestInit) => Promise<Item | undefined>

async function asked(fetching: Fetching, url: URL, init: RequestInit = {}): Promise<Item | undefined> {
  const response = await fetching(url, init).catch(() => undefined)
  if (!response?.ok || !response.headers.get('content-type')?.includes('json')) return undefined
  const body: unknown = await response.json()
  return isObject(body) ? body : undefined
}
