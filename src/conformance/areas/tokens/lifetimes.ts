import { isObject } from '../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../checks/check.ts'
import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../shadow/answered.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { rowsWithId } from '../../shadow/rows.ts'

/** Finds nothing wrong: it remembers the earliest end of each token. The unit of expiresIn is open (Limits), a second at least. */
export const tokenLifetimes: Check<ReadonlyMap<string, number>> = {
  name: 'lifetimes',
  provenance: 'stated',
  start: new Map(),
  look(answered, ends) {
    const { operation, received, request, shadow } = answered
    const seconds = isObject(request.body) ? request.body.expiresIn : undefined
    if (operation.id !== 'createToken' || !isSuccess(answered) || typeof seconds !== 'number')
      return { found: NOTHING_FOUND, memory: ends }
    const id = isObject(received.json) ? String(received.json.id) : ''
    return { found: NOTHING_FOUND, memory: new Map(ends).set(id, shadow.world.nowMs + Math.max(0, seconds) * 1000) }
  },
}

/** A token whose earliest possible expiry is past may have expired, so it may or may not be listed, and may show as enabled or not. */
const mayHaveExpired: Excuse = (answered, { mismatches, seen }) => {
  const { operation, shadow } = answered
  const ends = memoryOf(seen, tokenLifetimes)
  const isPast = (id = '') => (ends.get(id) ?? Number.POSITIVE_INFINITY) <= shadow.world.nowMs
  const isUnsure = (one: Mismatch) =>
    (one.code === 'lacks' && isPast(one.id)) ||
    (one.code === 'holds' && one.why === 'not-in-this-list' && isPast(one.id)) ||
    (one.code === 'value' && one.path === 'tokens[PersonalToken].enabled' && switched(answered).every(isPast))
  return operation.id === 'listTokens' && mismatches.length > 0 && mismatches.every(isUnsure)
    ? { shadow: seen, inconclusive: 'listTokens: a token may have expired' }
    : undefined
}

/** The listed tokens that show as switched on or off, though nobody has switched them so. */
const switched = ({ things, shadow: { world } }: Answered): string[] =>
  things
    .filter(({ entity, id, object }) =>
      rowsWithId(world, entity, id).some((row) => Reflect.get(row, 'enabled') !== object.enabled),
    )
    .map(({ id }) => id)

export const TOKENS_EXCUSES: readonly Excuse[] = [mayHaveExpired]
