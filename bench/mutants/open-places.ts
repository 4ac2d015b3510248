import { isObject } from '../../src/contract/json.ts'

type Item = Readonly<Record<string, unknown>>
type Items = readonly Item[]

/** A list that the contract leaves open in part. */
export interface OpenList {
  /** What is open. */
  readonly because: string
  /** True if the other list may be there as well: what is stated of it still has to hold. */
  mayBe(one: Items, other: Items): boolean
  /** True if nothing is stated of its items besides. Otherwise those that both lists have are compared. */
  readonly itemsAreOpen: boolean
}

export const itemsOf = (list: unknown): Item[] => (Array.isArray(list) ? list.filter(isObject) : [])

/** Newest first: no item is later than the one before it. */
const isNewestFirst = (items: Items, time: string): boolean =>
  items.every((item, place) => place === 0 || String(item[time]) <= String(items[place - 1]?.[time]))

/** Each change of state starts where the one before it ended. */
const isLinked = (items: Items): boolean =>
  items.every(({ from }, place) => place + 1 >= items.length || from === items[place + 1]?.to)

/** The items that both lists have are in the same order, and there are some, or none at all. */
function share(one: Items, other: Items): boolean {
  const [want, got] = [one, other].map((list) => list.map(({ id }) => String(id)))
  const both = got?.filter((id) => want?.includes(id)) ?? []
  return both.length > 0 || one.length === 0 ? both.join() === want?.filter((id) => both.includes(id)).join() : false
}

/** One list begins with all of the other. */
const isBeginning = (one: Items, other: Items): boolean =>
  one.length > 0 && other.length > 0 && one.every(({ id }, place) => place >= other.length || id === other[place]?.id)

/** The permissions of services, each with where it belongs. */
const permissionsIn = (services: Items): string =>
  services
    .flatMap(({ service, resources }) =>
      itemsOf(resources).flatMap(({ resource, tiers }) =>
        itemsOf(tiers).map(({ permission, tier }) => [service, resource, permission, tier].join(' ')),
      ),
    )
    .toSorted()
    .join()

const MOST_TRANSITIONS = 50
const MOST_INCIDENTS = 100

/** A field that the contract leaves open in part. */
interface OpenField {
  readonly because: string
  mayBe(one: unknown, other: unknown): boolean
}

const anything = () => true
const ON_ITS_WAY = new Set<unknown>(['pending', 'verified', 'failed'])
const TRANSITIONS = { because: 'the transitions of deliveries', mayBe: anything } as const
const VERIFICATION = 'the transitions between the states of a domain'

const SERVICE = {
  because: 'whether a role says its service',
  mayBe: (_: unknown, other: unknown) => other === undefined,
}

/** By entity and field; by the path of what has no identifier. */
export const OPEN_FIELDS: Readonly<Record<string, OpenField>> = {
  'IamRole service': SERVICE,
  'getTokenScopeOptions roles service': SERVICE,
  'Node ready': { because: 'how soon a node is ready', mayBe: (one) => one === false },
  'EmailMessage sizeBytes': {
    because: 'what counts as the size of a message',
    mayBe: (one, other) => Number(one) > 0 && Number(other) > 0,
  },
  'Registry usedBytes': { because: 'how usage counts', mayBe: (one, other) => Number(one) > 0 && Number(other) > 0 },
  'RegistryRepository sizeBytes': {
    because: 'when freed space leaves the size of a repository',
    mayBe: (one, other) => Number(other) > Number(one),
  },
  'EmailMessage state': { because: 'the states of a message', mayBe: anything },
  'EmailMessage sentAt': { because: 'the states of a message', mayBe: anything },
  'EmailMessage stateAt': { because: 'the states of a message', mayBe: anything },
  'EmailDelivery state': TRANSITIONS,
  'EmailDelivery attempts': TRANSITIONS,
  'EmailDelivery lastStatus': TRANSITIONS,
  'EmailDelivery deliveredAt': TRANSITIONS,
  'EmailDomain sendState': { because: VERIFICATION, mayBe: anything },
  'EmailDomain receiveState': {
    because: VERIFICATION,
    mayBe: (one, other) => ON_ITS_WAY.has(one) && ON_ITS_WAY.has(other),
  },
}

/** Operations that may be refused for a reason of the target's own, although the model does them. */
export const OPEN_REFUSALS: Readonly<Record<string, string>> = {
  exchangeOidcToken: 'whether an ID token is believed whose signature nobody can check',
  revokeLoginCredential: 'which value names a login credential',
}

/** Operations of these areas have no stated status of a refusal, but for a few. */
const AREAS_WITHOUT_STATUSES: ReadonlySet<string> = new Set(['registry', 'oncall'])
const WITH_STATUS: ReadonlySet<string> = new Set([
  ...['createRegistry', 'createLoginCredential', 'setProviderCredential'],
  ...['deleteSchedule', 'deleteEscalationPolicy', 'receiveAlerts'],
])
/** Areas that have a status for what is invalid. */
const AREAS_WITH_VALIDATION: ReadonlySet<string> = new Set(['organization', 'iam'])
const INVALID = 400

/** True if an operation may refuse with another status than this one. */
export function isStatusOpen({ id, area }: { readonly id: string; readonly area: string }, status: number): boolean {
  if (status === INVALID) return !AREAS_WITH_VALIDATION.has(area)
  return AREAS_WITHOUT_STATUSES.has(area) && !WITH_STATUS.has(id)
}

/** What the driver could not do because of a choice at an open point, by its words. */
export const OPEN_EVENTS: readonly { readonly words: RegExp; readonly because: string }[] = [
  { words: /has no room for \d+ bytes/, because: 'what happens when a registry is full' },
  { words: /is (off|on) already/, because: 'what becomes of a token that is switched to what it is' },
]

/** What a driver reports of choices at open points, by field. */
export const OPEN_REPORTS: Readonly<Record<string, string>> = {
  paused: 'when bounces and complaints pause sending',
  resolved: 'which incidents resolve when the last of their alerts is over',
}

/** By operation and path. */
export const OPEN_LISTS: Readonly<Record<string, OpenList>> = {
  'listMonitorTransitions transitions': {
    because: 'the exact rule for moving between the states of a monitor',
    itemsAreOpen: true,
    mayBe: (one, other) =>
      other.length <= MOST_TRANSITIONS &&
      isNewestFirst(other, 'at') &&
      other.every(({ from, to }) => from !== to) &&
      (isLinked(other) || !isLinked(one)) &&
      // Whether a change from pending is one of them is open, too.
      (other.length > 0 || one.every(({ from }) => from === 'pending')),
  },
  'listMonitorFailures failures': {
    because: 'how many failures are recent, and what a target finds in probes of its own',
    itemsAreOpen: true,
    mayBe: (_, other) => isNewestFirst(other, 'at') && other.length > 0,
  },
  'listMessages messages': {
    because: 'the page size of the message log',
    itemsAreOpen: false,
    mayBe: isBeginning,
  },
  'listIncidents incidents': {
    because: 'how many incidents are listed, as long as there are no more than 100',
    itemsAreOpen: false,
    mayBe: (one, other) => one.length === MOST_INCIDENTS && other.length < MOST_INCIDENTS && isBeginning(one, other),
  },
  'listDeliveries deliveries': {
    because: 'how many deliveries are recent, and which lists grants filter besides domains and routes',
    itemsAreOpen: false,
    mayBe: (one, other) => share(one, other) && isNewestFirst(other, 'createdAt'),
  },
  'getMonitorMetrics series': {
    because: 'whether a vantage without data has a series, and what a target finds in probes of its own',
    itemsAreOpen: true,
    mayBe: (one, other) =>
      one.every(
        ({ vantage, points }) => itemsOf(points).length === 0 || other.some((item) => item.vantage === vantage),
      ),
  },
  'listPermissions services': {
    because: 'the order of permissions, and the words of their labels',
    itemsAreOpen: true,
    mayBe: (one, other) => permissionsIn(one) === permissionsIn(other),
  },
  'getTokenScopeOptions roles': {
    because: 'whether a role is offered to those only who hold it',
    itemsAreOpen: false,
    mayBe: (one, other) => share(one, other) || other.length === 0,
  },
}
