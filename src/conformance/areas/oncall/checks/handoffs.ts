import { Temporal } from 'temporal-polyfill'
import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { canonical } from '../../../compare/compare.ts'
import type { Thing } from '../../../compare/things.ts'

/** Somebody seen on call by rotation. */
interface Turn {
  readonly userId: string
  readonly atMs: number
  /** Everything that decides the rotation. */
  readonly schedule: string
  /** The last look at somebody else, if there was one since the schedule is as it is. */
  readonly anotherAtMs: number | undefined
}

const HOUR_MS = 3_600_000
/** Nothing is said about looks so close to a handoff. */
const MARGIN_MS = 120_000
/** Clocks that go differently move a handoff by an hour or two. */
const SHORT_WEEK_MS = (7 * 24 - 3) * HOUR_MS

/**
 * Who is on call by rotation is open, but people take over at handoffs only (On-call 7): not while the time of none has come,
 * and not twice in a week if handoffs are weekly. Remembers who was seen last, by schedule.
 */
export const handoffs: Check<ReadonlyMap<string, Turn>> = {
  name: 'rotation',
  provenance: 'stated',
  start: new Map(),
  look({ operation, things, shadow }, turns) {
    const schedules = things.filter(({ entity }) => entity === 'OncallSchedule')
    if (schedules.length === 0) return { found: NOTHING_FOUND, memory: turns }
    const memory = new Map(turns)
    const found = schedules.flatMap(({ id, object }): Found[] => {
      const [before, now] = [memory.get(id), turnIn(object, shadow.world.nowMs)]
      if (!now) return []
      // A change to a schedule may start its rotation anew, whatever it changes.
      const isSame = before?.schedule === now.schedule && operation.id !== 'updateSchedule'
      const isChange = isSame && before.userId !== now.userId
      memory.set(id, { ...now, anotherAtMs: isChange ? before.atMs : isSame ? before.anotherAtMs : undefined })
      if (!isChange || !shadow.clockShown || mayTakeOver(before, now, object)) return []
      const place = { code: 'value', path: 'onCallNow.userId' } as const
      return [{ ...place, expected: before.userId, actual: now.userId, rules: ['ONC-09'] }]
    })
    return { found, memory }
  },
}

function turnIn({ onCallNow, participants, handoff, timezone }: Thing['object'], atMs: number): Turn | undefined {
  if (!isObject(onCallNow) || onCallNow.override !== false || typeof onCallNow.userId !== 'string') return undefined
  const schedule = canonical([participants, handoff, timezone])
  return { userId: onCallNow.userId, atMs, schedule, anotherAtMs: undefined }
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
