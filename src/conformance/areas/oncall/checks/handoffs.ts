import { Temporal } from 'temporal-polyfill'
import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { canonical } from '../../../compare/compare.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import type { Thing } from '../../../compare/things.ts'

/** Somebody seen on call by rotation. */
interface Turn {
  readonly userId: string
  readonly atMs: number
  /** Everything that decides the rotation. */
  readonly schedule: string
  /** The last look at somebody else, if there was one since the schedule is as it is. */
  readonly anotherAtMs: number | undefined
  /** The first look since then. */
  readonly sinceMs: number
  /** Number of handoffs, each between two looks, at which nobody took over. */
  readonly missed: number
}

const HOUR_MS = 3_600_000
/** Nothing is said about looks so close to a handoff. */
const MARGIN_MS = 120_000
/** So many handoffs in a row at which nobody took over: the first may be where the rotation begins. */
const MOST_MISSED = 2
/** Clocks that go differently move a handoff by an hour or two. */
const WEEK_MS = 7 * 24 * HOUR_MS
const CLOCK_CHANGE_MS = 3 * HOUR_MS
const SHORT_WEEK_MS = WEEK_MS - CLOCK_CHANGE_MS

/**
 * Who is on call by rotation is open, but people take over at handoffs only (On-call 7): not while the time of none has come,
 * and not twice in a week if handoffs are weekly. At daily ones somebody does take over, except perhaps at the first, where
 * the rotation may begin; and nobody who was seen to take over stays for more than a week. Remembers who was seen last, by
 * schedule.
 */
export const handoffs: Check<ReadonlyMap<string, Turn>> = {
  name: 'rotation',
  provenance: 'stated',
  start: new Map(),
  look({ operation, things, shadow }, turns) {
    const schedules = things.filter(({ entity }) => entity === 'OncallSchedule')
    if (schedules.length === 0) return { found: NOTHING_FOUND, memory: turns }
    const memory = new Map(turns)
    /** The day of the week on which somebody took over since the last look, by everything else that decides about that. */
    const days = new Map<string, unknown>()
    const found = schedules.flatMap(({ entity, id, object }): Found[] => {
      const [before, now] = [memory.get(id), turnIn(object, shadow.world.nowMs)]
      if (!now) return []
      // A change to a schedule may start its rotation anew, whatever it changes.
      const isSame = before?.schedule === now.schedule && operation.id !== 'updateSchedule'
      const isChange = isSame && before.userId !== now.userId
      const missed = isSame && !isChange ? before.missed + Number(mustTakeOver(before, now, object)) : 0
      const anotherAtMs = isChange ? before.atMs : isSame ? before.anotherAtMs : undefined
      const sinceMs = isSame && !isChange ? before.sinceMs : now.atMs
      const turn = { ...now, anotherAtMs, sinceMs, missed }
      memory.set(id, turn)
      if (!shadow.clockShown) return []
      const onCall = { entity, id, actual: now.userId, rules: ['ONC-09'] }
      if (missed >= MOST_MISSED || staysTooLong(turn, object))
        return [{ code: 'still-on-call', ...onCall, since: 'handoff' }]
      return isChange && (!mayTakeOver(before, now, object) || isDayOfAnother(days, before, now, object))
        ? [{ code: 'took-over', ...onCall, before: before.userId }]
        : []
    })
    return { found, memory }
  },
}

function turnIn({ onCallNow, participants, handoff, timezone }: Thing['object'], atMs: number): Turn | undefined {
  if (!isObject(onCallNow) || onCallNow.override !== false || typeof onCallNow.userId !== 'string') return undefined
  const schedule = canonical([participants, handoff, timezone])
  return { userId: onCallNow.userId, atMs, schedule, anotherAtMs: undefined, sinceMs: atMs, missed: 0 }
}

/** True if weekly handoffs on different days, which are otherwise alike, have come within the same day (On-call 7). */
function isDayOfAnother(
  days: Map<string, unknown>,
  before: Turn,
  now: Turn,
  { handoff, timezone }: Thing['object'],
): boolean {
  if (!isObject(handoff) || handoff.interval !== 'weekly' || typeof handoff.dow !== 'number') return false
  if (now.atMs - before.atMs > 26 * HOUR_MS) return false
  const alike = canonical([timezone, handoff.time, before.atMs])
  const day = days.get(alike) ?? handoff.dow
  days.set(alike, day)
  return day !== handoff.dow
}

/** True if one daily handoff of several people lies between two looks, and neither is close to one. */
function mustTakeOver(before: Turn, now: Turn, { handoff, timezone, participants }: Thing['object']): boolean {
  if (!isObject(handoff) || handoff.interval !== 'daily' || typeof timezone !== 'string') return false
  if (!areSeveral(participants)) return false
  const lasted = now.atMs - before.atMs
  if (lasted < 22 * HOUR_MS || lasted > 26 * HOUR_MS) return false
  const times = [before.atMs, now.atMs].map((atMs) => handoffOn(atMs, timezone, String(handoff.time)))
  const between = times.filter((at) => at !== undefined && at > before.atMs + HOUR_MS && at < now.atMs - HOUR_MS)
  const isFar = times.every((at) => at !== undefined && [before, now].every((one) => Math.abs(one.atMs - at) > HOUR_MS))
  return isFar && between.length === 1
}

/** True if a weekly handoff has passed since somebody was seen to take over, and not yet a second one. */
function staysTooLong({ atMs, anotherAtMs, sinceMs }: Turn, { handoff, participants }: Thing['object']): boolean {
  if (!isObject(handoff) || handoff.interval !== 'weekly' || !areSeveral(participants)) return false
  if (anotherAtMs === undefined) return false
  return atMs - sinceMs > WEEK_MS + CLOCK_CHANGE_MS && atMs - anotherAtMs < WEEK_MS + SHORT_WEEK_MS
}

/** True for several people of whom nobody comes twice. */
function areSeveral(participants: unknown): boolean {
  const people = itemsOf(participants).map(({ userId }) => userId)
  return people.length > 1 && new Set(people).size === people.length
}

/** True if a handoff may lie between two looks. */
function mayTakeOver(before: Turn, now: Turn, { handoff, timezone }: Thing['object']): boolean {
  if (!isObject(handoff) || typeof handoff.time !== 'string' || typeof timezone !== 'string') return true
  // Somebody who set the clock back sees who was on call then.
  if (now.atMs < before.atMs) return true
  const isTooSoon = before.anotherAtMs !== undefined && now.atMs - before.anotherAtMs < SHORT_WEEK_MS
  if (handoff.interval === 'weekly' && isTooSoon) return false
  if (now.atMs - before.atMs > 22 * HOUR_MS) return true
  const instants = [before.atMs, now.atMs].map((atMs) => handoffOn(atMs, timezone, String(handoff.time)))
  return instants.some((at) => at === undefined || (at > before.atMs - MARGIN_MS && at < now.atMs + MARGIN_MS))
}

/** The time of a handoff on the local day of an instant; undefined where nobody can read the zone or the time. */
function handoffOn(atMs: number, timeZone: string, time: string): number | undefined {
  try {
    const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate()
    return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  } catch {
    return undefined
  }
}
