import { isObject } from '../../contract/json.ts'
import { sameJson } from '../compare/compare.ts'
import { type Item, itemsOf } from '../compare/comparison.ts'
import { isSuccess } from '../shadow/answered.ts'
import { thingKey } from '../shadow/shadow.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** A history that is shown, and what tells its records apart. */
interface History {
  readonly entity: string
  readonly list: string
  readonly key: readonly string[]
  readonly rules: readonly string[]
}

/** Histories by the operation that shows them (Endpoints, Uptime, rows 13 and 14; Email, row 15; Events, points 2 and 5). */
const HISTORIES: Readonly<Record<string, History>> = {
  listMonitorTransitions: {
    entity: 'UptimeMonitor',
    list: 'transitions',
    key: ['at', 'from', 'to'],
    rules: ['UPT-07'],
  },
  listMonitorFailures: {
    entity: 'UptimeMonitor',
    list: 'failures',
    key: ['at', 'vantage', 'attempt'],
    rules: ['UPT-07'],
  },
  getMessage: { entity: 'EmailMessage', list: 'events', key: ['kind', 'recipient', 'occurredAt'], rules: ['EML-10'] },
}

/** True for an operation that shows what is only ever added to. */
export const showsHistory = (operation: string): boolean => Object.hasOwn(HISTORIES, operation)

/** The records of each history as they were shown last. */
type Shown = ReadonlyMap<string, readonly Item[]>

/**
 * What is recorded of the past stays as it was recorded, whatever happens later. A record may be completed meanwhile, but
 * nothing that it said is taken back. One that cannot be told from another is not looked at.
 */
export const pastRecords: Check<Shown> = {
  name: 'history',
  provenance: 'stated',
  start: new Map(),
  look(answered, shown) {
    const { operation, request, received, org } = answered
    const history = HISTORIES[operation.id]
    if (!history || !isSuccess(answered) || !isObject(received.json)) return { found: NOTHING_FOUND, memory: shown }
    const of = thingKey(`${history.entity} ${history.list}`, org, request.parameters.id ?? '')
    const records = itemsOf(received.json[history.list])
    return {
      found: takenBack(history, shown.get(of) ?? [], records),
      memory: new Map([...shown, [of, records]]),
    }
  },
}

function takenBack({ list, key, rules }: History, before: readonly Item[], now: readonly Item[]): Found[] {
  const isSame = (one: Item) => (other: Item) => key.every((field) => sameJson(one[field], other[field]))
  for (const record of before) {
    const [same, ...more] = now.filter(isSame(record))
    if (!same || more.length > 0 || before.filter(isSame(record)).length > 1) continue
    const field = Object.keys(record).find((name) => !isKept(record[name], same[name]))
    if (field !== undefined)
      return [{ code: 'value', path: `${list}.${field}`, expected: record[field], actual: same[field], rules }]
  }
  return []
}

/** True if a value still says all that it said. */
function isKept(before: unknown, now: unknown): boolean {
  if (before === undefined || before === null || before === '') return true
  if (Array.isArray(before))
    return Array.isArray(now) && before.every((one) => now.some((other) => sameJson(one, other)))
  if (isObject(before)) return isObject(now) && Object.keys(before).every((name) => isKept(before[name], now[name]))
  return sameJson(before, now)
}
