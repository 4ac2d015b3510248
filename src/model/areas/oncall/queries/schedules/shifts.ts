import type { Temporal } from 'temporal-polyfill'
import { temporal } from '#temporal'

/** The handoffs of a rotation, in the schedule's own time zone: a day there may have 23 or 25 hours. */
export interface ShiftPlan {
  readonly zone: string
  readonly weekly: boolean
  /** As ISO 8601 counts: Monday is 1. */
  readonly day: number
  /** The local time of day of the handoff. */
  readonly time: string
  /** The reading of a local time that clocks skip or show twice on the day they change. */
  readonly atClockChange: 'compatible' | 'earlier' | 'later'
}

/** 1970 began on a Thursday. */
const FIRST_DAY = 4

const DAY_MS = 86_400_000

/** Calendars are slow, and whoever asks about an instant asks about the same few handoffs again and again. */
const known = new Map<string, number>()
const MOST_KNOWN = 1000

/** Shifts are numbered from 1970 on, one per handoff: the instant at which one begins. */
export function shiftStartMs(plan: ShiftPlan, shift: number): number {
  const days = plan.weekly ? shift * 7 + plan.day - FIRST_DAY : shift
  const handoff = `${days} ${plan.time} ${plan.zone} ${plan.atClockChange}`
  const before = known.get(handoff)
  if (before !== undefined) return before
  const { PlainDate } = temporal()
  const startMs = new PlainDate(1970, 1, 1)
    .add({ days })
    .toPlainDateTime(timeOfDay(plan.time))
    .toZonedDateTime(plan.zone, { disambiguation: plan.atClockChange }).epochMilliseconds
  if (known.size === MOST_KNOWN) known.clear()
  known.set(handoff, startMs)
  return startMs
}

/** Taken apart by hand: what parses every form that a time may have takes longer than all the rest. */
function timeOfDay(time: string): Temporal.PlainTime {
  const [hour, minute, second] = time.split(':').map(Number)
  const { PlainTime } = temporal()
  return new PlainTime(hour, minute, second)
}

/** The shift that an instant falls into. */
export function shiftAt(plan: ShiftPlan, atMs: number): number {
  const days = Math.floor(atMs / DAY_MS)
  let shift = plan.weekly ? Math.floor((days - plan.day + FIRST_DAY) / 7) : days
  // The date alone does not show whether the handoff was before or after this time.
  while (shiftStartMs(plan, shift) > atMs) shift -= 1
  while (shiftStartMs(plan, shift + 1) <= atMs) shift += 1
  return shift
}
