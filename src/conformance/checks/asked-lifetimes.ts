import { isObject } from '../../contract/json.ts'
import { placeIn, type Thing } from '../compare/things.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { thingKey } from '../shadow/shadow.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** The lifetime that was asked for, in whatever unit, and the lines about asking for it. */
interface Asked {
  readonly count: number
  readonly rules: readonly string[]
}

/**
 * Of two things of a kind the one that was asked to last so much longer does. Unit and bounds of a lifetime are open
 * (Limits), but no unit and no bounds make a single one of a second and a year.
 */
export const askedLifetimes: Check<ReadonlyMap<string, Asked>> = {
  name: 'lifetimes',
  provenance: 'implied',
  start: new Map(),
  look(answered, asked) {
    const { operation, request, things, org } = answered
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory: asked }
    const count = isObject(request.body) ? request.body.expiresIn : undefined
    if (operation.does !== 'create' || typeof count !== 'number')
      return { found: operation.does === 'list' ? asLong(answered, asked) : NOTHING_FOUND, memory: asked }
    const made = things.map(
      ({ entity, id }) => [thingKey(entity, org, id), { count, rules: operation.checklist }] as const,
    )
    return { found: NOTHING_FOUND, memory: new Map([...asked, ...made]) }
  },
}

interface Shown extends Asked {
  readonly thing: Thing
  readonly lengthMs: number
}

/** A longest-lived one that lasts no longer than a shortest-lived one. */
function asLong({ things, org }: Answered, asked: ReadonlyMap<string, Asked>): Found[] {
  const shown = things.flatMap((thing): Shown[] => {
    const one = asked.get(thingKey(thing.entity, org, thing.id))
    if (!one || one.count <= 0) return []
    const lengthMs = Date.parse(String(thing.object.expiresAt)) - Date.parse(String(thing.object.createdAt))
    return lengthMs > 0 ? [{ ...one, thing, lengthMs }] : []
  })
  const inOrder = shown.toSorted((a, b) => a.count - b.count)
  const [shortest, longest] = [inOrder.at(0), inOrder.at(-1)]
  if (!shortest || !longest || longest.count / shortest.count < FAR) return []
  return longest.lengthMs - shortest.lengthMs < SLACK_MS ? [notLonger(longest, shortest)] : []
}

const FAR = 10_000_000
const SLACK_MS = 60_000

const notLonger = ({ thing, rules }: Shown, shortest: Shown): Found => ({
  ...{ code: 'value', path: placeIn(thing, 'expiresAt'), rules },
  ...{ expected: { after: String(shortest.thing.object.expiresAt) }, actual: String(thing.object.expiresAt) },
})
