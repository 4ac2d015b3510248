// Who is on call: one rotation that hands off at a local time, and overrides that win outright.
import { DAY, iso, parseInstant } from './util.mjs'

const formats = new Map()
function format(timezone) {
  if (!formats.has(timezone)) {
    formats.set(
      timezone,
      new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
    )
  }
  return formats.get(timezone)
}
export function validTimezone(timezone) {
  if (!/^[A-Za-z]/.test(timezone)) return false
  try {
    format(timezone)
    return true
  } catch {
    return false
  }
}

/** The wall clock of an instant, as milliseconds as if it were UTC. */
function wall(instant, timezone) {
  const parts = Object.fromEntries(
    format(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
}
/** The first instant at which the wall clock shows this, or, if it is skipped, the instant of the change plus the same distance. */
function instantOf(wallTime, timezone) {
  const offsets = [...new Set([wallTime - DAY, wallTime + DAY].map((near) => wall(near, timezone) - near))]
  const fitting = offsets.map((offset) => wallTime - offset).filter((instant) => wall(instant, timezone) === wallTime)
  if (fitting.length > 0) return Math.min(...fitting)
  return wallTime - Math.min(...offsets)
}

const dayNumber = (wallTime) => Math.floor(wallTime / DAY)
const weekday = (day) => (((day + 4) % 7) + 7) % 7 // day 0 was a Thursday

/** Number of the last handoff at or before an instant, counted from a fixed origin; and the instant of the next. */
function handoffs(schedule, instant) {
  const { handoff, timezone } = schedule
  const [hours, minutes] = handoff.time.split(':').map(Number)
  const timeOfDay = (hours * 60 + minutes) * 60_000
  const at = (day) => instantOf(day * DAY + timeOfDay, timezone)
  let day = dayNumber(wall(instant, timezone)) + 1
  while (at(day) > instant) day--
  if (handoff.interval === 'daily') return { index: day, next: at(day + 1) }
  const back = (weekday(day) - handoff.dow + 7) % 7
  const last = day - back
  return { index: Math.floor((last + 4) / 7), next: at(last + 7) }
}

const active = (override, instant) =>
  parseInstant(override.startsAt) <= instant && instant < parseInstant(override.endsAt)

export function onCallAt(schedule, instant) {
  const override = schedule.overrides.findLast((candidate) => active(candidate, instant)) // the latest wins
  if (override)
    return { userId: override.userId, label: override.label, until: iso(parseInstant(override.endsAt)), override: true }
  if (schedule.participants.length === 0) return undefined
  const { index, next } = handoffs(schedule, instant)
  const passed = Math.max(0, index - handoffs(schedule, schedule.createdAt).index)
  const person = schedule.participants[passed % schedule.participants.length]
  const upcoming = schedule.overrides
    .map((candidate) => parseInstant(candidate.startsAt))
    .filter((start) => start > instant)
  return { userId: person.userId, label: person.label, until: iso(Math.min(next, ...upcoming)), override: false }
}
