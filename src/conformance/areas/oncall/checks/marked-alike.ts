import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { actingUser, knownPeople } from '../people/people.ts'

interface Seen {
  /** Incidents as they were read last before somebody acknowledged them: when, and whom they named. */
  readonly before: ReadonlyMap<string, { readonly atMs: number; readonly named: readonly string[] }>
  /** Incidents with those who have acknowledged them; undefined stands for nobody in particular. */
  readonly doers: ReadonlyMap<string, string | undefined>
  /** Those whose acknowledgement has shown, each with who has read it. */
  readonly shown: ReadonlySet<string>
}

/** Somebody may be named a while later because they were paged. */
const AT_ONCE_MS = 60_000

/**
 * An acknowledgement is marked with the acting user (States, incident table). Where that shows is open; but where it has shown
 * that somebody acknowledged one incident, it shows to the same reader that they acknowledged another, in whatever way they did.
 */
export const markedAlike: Check<Seen> = {
  name: 'acknowledgement',
  provenance: 'stated',
  start: { before: new Map(), doers: new Map(), shown: new Set() },
  look(answered, seen) {
    const { id } = answered.request.parameters
    if (id === undefined || answered.operation.area !== 'oncall' || !isSuccess(answered))
      return { found: NOTHING_FOUND, memory: seen }
    if (answered.operation.id === 'getIncident') return readBy(answered, id, seen)
    const isFirst = answered.operation.id === 'acknowledgeIncident' && !seen.doers.has(id)
    const doer = isFirst ? actingUser(answered) : undefined
    // Whatever else is done to it may name people too, or take its place.
    return { found: NOTHING_FOUND, memory: { ...seen, doers: new Map(seen.doers).set(id, doer) } }
  },
}

function readBy(
  answered: Answered,
  id: string,
  seen: Seen,
): { readonly found: readonly Found[]; readonly memory: Seen } {
  const { contract, received, request, shadow } = answered
  const named = knownPeople(contract)
    .filter(({ names }) => names.some((name) => isNamed(received.text, name)))
    .map(({ user }) => user)
  const { nowMs } = shadow.world
  if (!seen.doers.has(id)) {
    const before = new Map(seen.before).set(id, { atMs: nowMs, named })
    return { found: NOTHING_FOUND, memory: { ...seen, before } }
  }
  const doer = seen.doers.get(id)
  if (doer === undefined) return { found: NOTHING_FOUND, memory: seen }
  const mark = `${doer} ${request.credential}`
  const before = seen.before.get(id)
  if (named.includes(doer)) {
    const isNew = before !== undefined && !before.named.includes(doer) && nowMs - before.atMs < AT_ONCE_MS
    return { found: NOTHING_FOUND, memory: isNew ? { ...seen, shown: new Set([...seen.shown, mark]) } : seen }
  }
  const isUnmarked = seen.shown.has(mark) && !namesToken(answered, doer)
  const place = { path: 'acknowledged by', expected: doer, actual: received.json }
  return { found: isUnmarked ? [{ code: 'missing', ...place, rules: ['ONC-20'] }] : NOTHING_FOUND, memory: seen }
}

/** Short names could be a part of something else by chance. */
const isNamed = (text: string, name: string): boolean => text.includes(name.length < SHORTEST ? `"${name}"` : name)
const SHORTEST = 4

/** A token stands for its owner. */
const namesToken = ({ shadow, received }: Answered, owner: string): boolean =>
  rowsOf(shadow.world, 'PersonalToken').some(
    ({ userId, id, name }) => userId === owner && (received.text.includes(id) || received.text.includes(name)),
  )
