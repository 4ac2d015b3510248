import { Temporal } from 'temporal-polyfill'
import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { sameJson } from '../../../compare/compare.ts'
import type { Thing } from '../../../compare/things.ts'

/** A person seen on call by rotation, with everything that decides it. */
interface SeenOnCall {
  readonly userId: unknown
  readonly participants: readonly unknown[]
  readonly handoff: unknown
  readonly timezone: unknown
  readonly atMs: number
  /** Since when it has been seen with the same participants, handoff and zone. */
  readonly sinceMs: number
}

/** Longer apart than this, a handoff may lie between two looks. */
const CLOSE_MS = 60_000

/**
 * The person on call by rotation is open, but reordering participants shifts the rotation (On-call 7): with two
 * participants, a swap changes the person on call. Remembers the last person seen on call, by schedule.
 */
export const rotation: Check<ReadonlyMap<string, SeenOnCall>> = {
  name: 'rotation',
  provenance: 'stated',
  start: new Map(),
  look({ things, shadow }, onCall) {
    const schedules = things.filter(({ entity }) => entity === 'OncallSchedule')
    if (schedules.length === 0) return { found: NOTHING_FOUND, memory: onCall }
    const memory = new Map(onCall)
    const found = schedules.flatMap(({ entity, id, object }): Found[] => {
      const shown = seen(object, shadow.world.nowMs)
      if (!shown) return []
      const before = memory.get(id)
      const now = before && isPlannedAlike(before, shown) ? { ...shown, sinceMs: before.sinceMs } : shown
      memory.set(id, now)
      const since = before && mustDiffer(before, now)
      if (!before || !since || before.userId !== now.userId) return []
      return [{ code: 'still-on-call', entity, id, since, actual: String(now.userId), rules: ['ONC-09'] }]
    })
    return { found, memory }
  },
}

/** Why the person on call must be another one than before. */
function mustDiffer(before: SeenOnCall, now: SeenOnCall): 'swap' | 'handoff' | undefined {
  if (swapped(before, now)) return 'swap'
  return handedOver(before, now) ? 'handoff' : undefined
}

/**
 * Two people taking turns daily, and exactly one handoff (in the schedule's zone), with a margin, between two looks. It is not
 * the first one: whoever is on call before that may stay on for the first full shift.
 */
function handedOver(before: SeenOnCall, now: SeenOnCall): boolean {
  const { handoff, timezone, participants } = now
  if (participants.length !== 2 || !isPlannedAlike(before, now)) return false
  if (
    !isObject(handoff) ||
    handoff.interval !== 'daily' ||
    typeof handoff.time !== 'string' ||
    typeof timezone !== 'string'
  )
    return false
  if (now.atMs - before.atMs > 20 * 3_600_000) return false
  const instant = handoffOf(before.atMs, timezone, handoff.time)
  if (instant === undefined) return false
  const liesBetween = (fromMs: number, toMs: number) => (at: number) => at - MARGIN_MS > fromMs && at + MARGIN_MS < toMs
  return (
    [instant, instant + DAY_MS].some(liesBetween(before.atMs, now.atMs)) &&
    [instant - DAY_MS, instant].some(liesBetween(before.sinceMs, before.atMs))
  )
}

const isPlannedAlike = (one: SeenOnCall, other: SeenOnCall): boolean =>
  sameJson([one.participants, one.handoff, one.timezone], [other.participants, other.handoff, other.timezone])

const DAY_MS = 86_400_000

const MARGIN_MS = 120_000

/** The handoff on the local day of an instant; undefined where the target took a zone or a time that nobody can read. */
function handoffOf(atMs: number, timezone: string, time: string): number | undefined {
  try {
    const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).toPlainDate()
    return day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  } catch {
    return undefined
  }
}

function seen({ onCallNow, participants, handoff, timezone }: Thing['object'], atMs: number): SeenOnCall | undefined {
  if (!isObject(onCallNow) || onCallNow.override !== false || !Array.isArray(participants)) return undefined
  return { userId: onCallNow.userId, participants, handoff, timezone, atMs, sinceMs: atMs }
}

function swapped(before: SeenOnCall, now: SeenOnCall): boolean {
  const [first, second] = before.participants
  if (before.participants.length !== 2 || !isObject(first) || !isObject(second) || first.userId === second.userId)
    return false
  return (
    now.atMs - before.atMs < CLOSE_MS &&
    sameJson(now.participants, [second, first]) &&
    sameJson([before.handoff, before.timezone], [now.handoff, now.timezone])
  )
}
