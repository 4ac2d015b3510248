// Local time in a named zone, and the rotation that is counted from a fixed Monday.
import { DAY, MINUTE } from './base.mjs'

const formats = new Map()
const format = (zone) => {
  if (!formats.has(zone))
    formats.set(zone, new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', era: 'short' }))
  return formats.get(zone)
}
export function isZone(name) {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return Boolean(format(name))
  } catch {
    return false
  }
}
// Wall clock of an instant, as if it were UTC.
export function wall(zone, ms) {
  const parts = Object.fromEntries(format(zone).formatToParts(ms).map((part) => [part.type, part.value]))
  return Date.UTC(+parts.year, +parts.month - 1, +parts.day, +parts.hour, +parts.minute, +parts.second) + (((ms % 1000) + 1000) % 1000)
}
// The instant at which a wall clock shows this; within a gap of summer time the moment after it.
export function instant(zone, local) {
  const offset = (ms) => wall(zone, ms) - ms
  const first = local - offset(local - DAY)
  if (wall(zone, first) === local) return first
  const second = local - offset(local + DAY)
  if (wall(zone, second) === local) return second
  return first
}
// Number of the shift at an instant and when it ends. Shifts are counted from Monday, 5 January 1970.
export function shift(zone, handoff, ms) {
  const [hours, minutes] = handoff.time.split(':').map(Number)
  const length = handoff.interval === 'weekly' ? 7 * DAY : DAY
  const start = 4 * DAY + (handoff.interval === 'weekly' ? (handoff.dow - 1) * DAY : 0) + (hours * 60 + minutes) * MINUTE
  let number = Math.floor((wall(zone, ms) - start) / length)
  while (instant(zone, start + (number + 1) * length) <= ms) number += 1
  while (instant(zone, start + number * length) > ms) number -= 1
  return { number, end: instant(zone, start + (number + 1) * length) }
}
