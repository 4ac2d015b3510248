import type { Rows } from '../../../../model/world/rows.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { imagesOf, isCollected, isFreeing, isSettled, lastPushMs, wasFreed } from './collected.ts'

/** What each registry was said to use last, and what it held then, with everything counted as often as it is used. */
type Shown = ReadonlyMap<string, Look>

type Wrong = Extract<Found, { readonly code: 'usage' }>['wrong']

interface Look {
  readonly usedBytes: number
  readonly heldBytes: number
  /** The same, with everything counted once. */
  readonly distinctBytes: number
  /** Whatever was stored until then had been counted. */
  readonly isSettled: boolean
  /** Number of images then, each of which may take some more. */
  readonly images: number
  readonly atMs: number
  /** Something stored was removed since. */
  readonly isPast: boolean
}

/**
 * The way usage counts is partly open, and so is the time of garbage collection; but with images stored it is not zero,
 * with more of them it is more after a while, with nothing more it is not, whatever others store, with as much as before it is
 * no less, with less of everything it is less after a while, and with nothing stored it is zero (REG-05, REG-14).
 */
export const usage: Check<Shown> = {
  // A late count is a stale read like any other, so it bears the name of what may be one.
  name: 'body',
  provenance: 'stated',
  start: new Map(),
  look(answered, last) {
    if (isFreeing(answered)) return { found: NOTHING_FOUND, memory: pastLooks(last) }
    if (answered.operation.id !== 'getRegistry') return { found: NOTHING_FOUND, memory: last }
    return { found: wrongCounts(answered, last), memory: withShown(answered, last) }
  },
}

/** What was used before something was removed stays the least that more of it uses, however much is removed then. */
const pastLooks = (last: Shown): Shown => new Map([...last].map(([id, look]) => [id, { ...look, isPast: true }]))

function wrongCounts(answered: Answered, last: Shown): Found[] {
  const { things, shadow, org } = answered
  return things.flatMap(({ id, object: { usedBytes: actual } }): Found[] => {
    const stored = [shadow, ...shadow.others].map(({ world }) => stores(world, org, id))
    const uncounted = actual === 0 && stored.every((one) => one !== undefined && one.heldBytes > 0)
    const miscounted = Number(actual) > 0 && isCollected(answered) && stored.every((one) => one?.heldBytes === 0)
    const before = last.get(id)
    // Counted once each, what is there now is more than it was when everything was counted as often as it is used.
    const isMore =
      before !== undefined &&
      imagesOf(shadow.world, org, id).length >= before.images &&
      stored.every((one) => one !== undefined && one.distinctBytes > before.heldBytes)
    const isSame = before?.isSettled && !before.isPast && stored.every((one) => one?.heldBytes === before.heldBytes)
    const stands = isMore && isSettled(shadow.world, org, id) && Number(actual) <= before.usedBytes
    const grows = isSame && Number(actual) > before.usedBytes
    const isKept = before !== undefined && !wasFreed(answered)
    const falls =
      isKept && stored.every((one) => one?.heldBytes === before.heldBytes) && Number(actual) < before.usedBytes
    // Counted as often as it is used, what is there now is less than it was when everything was counted once.
    const isLess =
      before?.isPast === true &&
      before.isSettled &&
      imagesOf(shadow.world, org, id).length < before.images &&
      stored.every((one) => one !== undefined && one.heldBytes < before.distinctBytes) &&
      isCollected(answered)
    const lingers = isLess && Number(actual) >= before.usedBytes
    // Where nothing was stored since, whatever was counted besides then is the most that can be counted besides now.
    const most = before && mostLeft(before, stored)
    const remains =
      isLess &&
      !lingers &&
      most !== undefined &&
      lastPushMs(shadow.world, org, id) <= before.atMs &&
      Number(actual) > most
    const [wrong] = Object.entries({ uncounted, miscounted, stands, grows, falls, lingers, remains } as const).flatMap(
      ([name, is]) => (is ? [name as Wrong] : []),
    )
    const rules = ['REG-05', 'REG-14']
    const bound = (wrong === 'remains' ? most : before?.usedBytes) ?? 0
    return wrong ? [{ code: 'usage', path: 'usedBytes', wrong, before: bound, actual, rules }] : []
  })
}

/** The most that can be counted of what is left of what there was at a look. */
const mostLeft = ({ usedBytes, distinctBytes }: Look, stored: readonly (Rows['Registry'] | undefined)[]): number =>
  Math.max(...stored.map((one) => one?.heldBytes ?? Infinity)) + Math.max(0, usedBytes - distinctBytes)

function withShown(answered: Answered, last: Shown): Shown {
  const { things, shadow, org } = answered
  if (!isCollected(answered)) return last
  const shown = new Map(last)
  for (const { id, object } of things) {
    const stored = [shadow, ...shadow.others].map(({ world }) => stores(world, org, id))
    const heldBytes = Math.max(...stored.map((one) => one?.heldBytes ?? 0))
    const distinctBytes = Math.min(...stored.map((one) => one?.distinctBytes ?? 0))
    const look = {
      ...{ usedBytes: Number(object.usedBytes), heldBytes, distinctBytes },
      ...{ isSettled: isSettled(shadow.world, org, id), isPast: false },
      images: imagesOf(shadow.world, org, id).length,
      atMs: shadow.world.nowMs,
    }
    if (heldBytes > 0) shown.set(id, look)
  }
  return shown
}

const stores = (world: World, org: string, slug: string): Rows['Registry'] | undefined =>
  rowsOf(world, 'Registry').find((one) => one.org === org && one.id === slug)
