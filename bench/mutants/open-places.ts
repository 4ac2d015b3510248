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

/** Optional fields that a target need not have, by operation and path. */
export const OPEN_FIELDS: Readonly<Record<string, string>> = {
  'getIamCatalog roles service': 'whether a role says its service',
  'getTokenScopeOptions roles service': 'whether a role says its service',
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
  'listPermissions services': {
    because: 'the order of permissions, and the words of their labels',
    itemsAreOpen: true,
    mayBe: (one, other) => permissionsIn(one) === permissionsIn(other),
  },
  'getTokenScopeOptions roles': {
    because: 'whether a role is offered to those only who hold it',
    itemsAreOpen: false,
    mayBe: share,
  },
}
