import { isObject } from '../../../contract/json.ts'
import type { AppliedRefusal } from '../../../model/decide.ts'
import { UNITS_MS } from '../../../model/values/lifetime.ts'
import { apply, type World } from '../../../model/world/world.ts'
import { mayStillGo } from '../../area-judge/may-still-go.ts'
import { type Check, NOTHING_FOUND } from '../../checks/check.ts'
import type { Disagreement, Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { type Answered, isSuccess } from '../../shadow/answered.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { rowsOf, rowsWithId } from '../../shadow/rows.ts'

interface Lifetime {
  readonly beganMs: number
  readonly earliestEndMs: number
  readonly latestEndMs: number
}

/** Finds nothing wrong: it remembers when each token may end. The unit of expiresIn is open (Limits), from a second to a day. */
export const tokenLifetimes: Check<ReadonlyMap<string, Lifetime>> = {
  name: 'lifetimes',
  provenance: 'stated',
  start: new Map(),
  look(answered, lifetimes) {
    const { operation, received, request, shadow } = answered
    const count = isObject(request.body) ? request.body.expiresIn : undefined
    if (operation.id === 'listTokens') return { found: NOTHING_FOUND, memory: asShown(answered, lifetimes) }
    if (operation.id !== 'createToken' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory: lifetimes }
    const id = isObject(received.json) ? String(received.json.id) : ''
    const beganMs = shadow.world.nowMs
    const after = (ms: number) => beganMs + Math.max(0, ms)
    // How long a token lasts for which nobody has said is open, but it is a day.
    const lifetime =
      typeof count === 'number'
        ? { beganMs, earliestEndMs: after(count * UNITS_MS.seconds), latestEndMs: after(count * UNITS_MS.days) }
        : { beganMs, earliestEndMs: after(UNITS_MS.days), latestEndMs: Number.POSITIVE_INFINITY }
    return { found: NOTHING_FOUND, memory: new Map(lifetimes).set(id, lifetime) }
  },
}

/** A list shows how long each of its tokens lasts. The target's clock is its own, so only the length counts, from our creation on. */
function asShown({ things }: Answered, lifetimes: ReadonlyMap<string, Lifetime>): ReadonlyMap<string, Lifetime> {
  const shown = things.flatMap(({ id, object }) => {
    const { beganMs, latestEndMs = 0 } = lifetimes.get(id) ?? {}
    if (beganMs === undefined) return []
    const lengthMs = Date.parse(String(object.expiresAt)) - Date.parse(String(object.createdAt))
    if (!(lengthMs > 0) || beganMs + lengthMs > latestEndMs) return []
    const endMs = beganMs + lengthMs
    return [[id, { beganMs, earliestEndMs: endMs - SLACK_MS, latestEndMs: endMs + SLACK_MS }] as const]
  })
  return shown.length === 0 ? lifetimes : new Map([...lifetimes, ...shown])
}
const SLACK_MS = UNITS_MS.minutes

/** True if the token that was made last goes on for more than so long, whatever the unit is; the list may have shown that. */
export function goesOnFor({ shadow, org }: Drawing, ms: number): boolean {
  const last = rowsOf(shadow.world, 'PersonalToken').findLast((row) => row.org === org)
  const { earliestEndMs = 0 } = memoryOf(shadow, tokenLifetimes).get(last?.id ?? '') ?? {}
  return earliestEndMs > shadow.world.nowMs + ms
}

/**
 * A token that was not narrowed works until its expiresAt, unless somebody switches it off (TOK-06). The list shows it to its
 * owner, so there is nothing else to refuse it for.
 */
export const overTooSoon: Check<undefined> = {
  name: 'lifetimes',
  provenance: 'implied',
  start: undefined,
  look(answered, memory) {
    const { operation, received, request, shadow, intent } = answered
    const isRefused = operation.id === 'listTokens' && received.status === 401 && intent === 'plain'
    if (!isRefused) return { found: NOTHING_FOUND, memory }
    const isGood = [shadow, ...shadow.others].every(({ world }) => {
      const token = rowsOf(world, 'PersonalToken').find(({ key }) => key === request.credential)
      const { earliestEndMs = 0 } = memoryOf(shadow, tokenLifetimes).get(token?.id ?? '') ?? {}
      return token?.enabled === true && token.scope.length === 0 && earliestEndMs > world.nowMs
    })
    const door = { code: 'door', kind: 'personal-token', opens: false, reason: 'its expiresAt lies ahead' } as const
    return { found: isGood ? [{ ...door, rules: ['TOK-06'] }] : NOTHING_FOUND, memory }
  },
}

/** A token whose earliest possible expiry is past may have expired, so it may or may not be listed, and may show as enabled or not. */
const mayHaveExpired: Excuse = (answered, { mismatches, seen }) => {
  const { operation, shadow } = answered
  const lifetimes = memoryOf(seen, tokenLifetimes)
  const isPast = (id = '') => (lifetimes.get(id)?.earliestEndMs ?? Number.POSITIVE_INFINITY) <= shadow.world.nowMs
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

/** A token that would have expired by the shortest unit may be good for longer. */
export const mayStillBeGood: Excuse = (answered, disagreement) =>
  worldIfGood(answered, disagreement)
    ? { shadow: disagreement.seen, inconclusive: `${answered.operation.id}: the token may not have expired yet` }
    : undefined

/** The world in which a token is good that should have expired; undefined if it cannot be, or that is not the reason. */
export function worldIfGood(answered: Answered, { outcome, seen }: Disagreement): World | undefined {
  const { contract, request, shadow } = answered
  if (outcome.kind !== 'refused' || !isSuccess(answered) || contract.gaps.pinned('tokens.expires-in-unit'))
    return undefined
  const token = rowsOf(shadow.world, 'PersonalToken').find(({ key }) => key === request.credential)
  const { latestEndMs = 0 } = memoryOf(seen, tokenLifetimes).get(token?.id ?? '') ?? {}
  if (!token?.enabled || latestEndMs <= shadow.world.nowMs || !outcome.refusals.every(isExpiry)) return undefined
  const credential = rowsOf(shadow.world, 'Credential').find(({ id }) => id === token.key)
  const good = credential && { ...credential, expiresAtMs: undefined }
  return good && apply(shadow.world, [{ kind: 'put', table: 'Credential', row: good }])
}

const isExpiry = ({ rule }: AppliedRefusal): boolean => rule.id === 'general.credential-expired'

export const TOKENS_EXCUSES: readonly Excuse[] = [mayHaveExpired, mayStillGo]
