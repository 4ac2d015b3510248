import type { Comparators } from '../../compare/comparator-table.ts'
import { AS_DESCRIBED, type Comparator, free, type Item, itemsOf, objection } from '../../compare/comparison.ts'
import { readTime } from '../../compare/read-time.ts'
import { MINUTE_MS } from './checks/metrics-window.ts'

/** Newest first by the times that are shown: what was told a moment too late may be out of order in itself. */
function isByTime(items: readonly Item[]): boolean {
  const times = items.map(({ at }) => readTime(at))
  return times.every((time, place) => place === 0 || time < (times[place - 1] ?? 0))
}

/** Of several at once none is the more recent one. */
const isDistinct = (items: readonly Item[]): boolean => new Set(items.map(({ at }) => at)).size === items.length

/** Never later by the times that are shown, and earlier at the top than at the end, though some may be of one moment. */
function isOldestFirst(items: readonly Item[]): boolean {
  const times = items.map(({ at }) => readTime(at))
  const [first = Number.NaN, last = Number.NaN] = [times.at(0), times.at(-1)]
  return first < last && times.every((time, place) => place === 0 || time >= (times[place - 1] ?? Infinity))
}

/** One stands a minute or more after a later one: far more than what it takes to record something too late. */
const isJumbled = (items: readonly Item[]): boolean =>
  items.some(({ at }, place) => readTime(at) - readTime(items[place - 1]?.at) >= MINUTE_MS)

/**
 * The order of transitions. The moment of a change is open, so the set of transitions is not judged; that the most
 * recent is first is stated, and shows in the states: each one starts where the one after it ended.
 */
const transitions: Comparator = (comparison, { observed, path }) => {
  const items = itemsOf(observed)
  if (items.length > MOST_TRANSITIONS)
    objection(comparison, { code: 'cap', path, expected: MOST_TRANSITIONS, actual: items.length })
  const linked = (list: readonly Item[]) =>
    list.every((item, index) => index + 1 >= list.length || item.from === list[index + 1]?.to)
  if (linked(items) || isByTime(items)) return
  const isReversed = linked(items.toReversed()) && (isDistinct(items) || isOldestFirst(items))
  if (isReversed || isJumbled(items))
    objection(comparison, { code: 'order', path, expected: 'the most recent first', actual: observed })
}
const MOST_TRANSITIONS = 50

/** Which failures are recent is open; their order is stated. Unreadable times are skipped. */
const failures: Comparator = (comparison, { observed, path }) => {
  const times = itemsOf(observed).map(({ at }) => readTime(at))
  const wrong = times.findIndex((time, index) => index > 0 && time > (times[index - 1] ?? Number.POSITIVE_INFINITY))
  if (wrong !== -1 && !times.some(Number.isNaN))
    objection(comparison, { code: 'order', path, expected: 'the newest first', actual: observed })
}

/** How an organization is written in a ping is open, if it is a name and not that of another one. */
const pinged: Comparator = (comparison, { predicted, observed, path }) => {
  const isName = /[\p{L}\p{N}]/u.test(String(observed))
  if (predicted !== observed && (!isName || comparison.standing('Organization', String(observed)) === 'elsewhere'))
    objection(comparison, { code: 'value', path, expected: predicted, actual: observed })
}

/** Whoever expects no status at all expects the usual one, which may be shown. */
const expectStatus: Comparator = (_, { predicted }) =>
  Array.isArray(predicted) && predicted.length === 0 ? undefined : AS_DESCRIBED

export const UPTIME_COMPARATORS: Comparators = {
  'pingUptime org': pinged,
  expectStatus,
  // Steps, percentages and points are open (Endpoints, Uptime, row 12; gaps of resource fields).
  'getMonitorMetrics stepSeconds': free,
  'getMonitorMetrics uptimePct': free,
  'getMonitorMetrics series': free,
  'listMonitorFailures failures': failures,
  'listMonitorTransitions transitions': transitions,
}
