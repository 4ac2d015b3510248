import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'

interface Whole {
  readonly deliveries: readonly Thing[]
  readonly atMs: number
}

/** Two lists that are further apart are not compared: the list may leave out old deliveries. */
const AT_ONCE_MS = 60_000

/**
 * How far back the list of deliveries goes is open, so nothing in particular must be in it. But what it shows without a filter it
 * shows with one that fits, if nothing has been done in between (Endpoints, Email, row 26): there are fewer to show then.
 */
export const lostByFilter: Check<ReadonlyMap<string, Whole>> = {
  name: 'filter',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, things, shadow, request } = answered
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    if (operation.does !== 'list' && operation.does !== 'read') return { found: NOTHING_FOUND, memory: new Map() }
    if (operation.id !== 'listDeliveries') return { found: NOTHING_FOUND, memory }
    const { nowMs } = shadow.world
    if (Object.keys(request.query).length === 0)
      return {
        found: NOTHING_FOUND,
        memory: new Map(memory).set(callerOf(answered), { deliveries: things, atMs: nowMs }),
      }
    const whole = memory.get(callerOf(answered))
    if (!whole || nowMs - whole.atMs > AT_ONCE_MS || things.length >= whole.deliveries.length)
      return { found: NOTHING_FOUND, memory }
    return { found: lost(answered, whole), memory }
  },
}

/** Deliveries that fit the filters by what the whole list said of them. */
function lost({ request: { query }, things, received }: Answered, whole: Whole): Found[] {
  const listed = new Set(things.map(({ id }) => id))
  const fits = ({ object }: Thing) =>
    Object.entries(query).every(([name, value]) => FILTERS.has(name) && object[name] === value)
  const missing = whole.deliveries.find((one) => fits(one) && !listed.has(one.id))
  return missing
    ? [
        {
          code: 'lacks',
          path: missing.field,
          entity: missing.entity,
          id: missing.id,
          expected: missing.object,
          actual: received.json,
          rules: ['EML-15'],
        },
      ]
    : []
}

const FILTERS: ReadonlySet<string> = new Set(['messageId', 'endpointId'])

const callerOf = ({ org, request: { credential } }: Answered): string => `${org} ${credential}`
