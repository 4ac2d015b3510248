/**
 * Who is on call by rotation, in the schedule's own time zone.
 * Handoffs are wall-clock moments, so a day may have 23 or 25 hours.
 */
const DAY = 86400000
/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map()

/** @param {string} zone @throws {RangeError} when there is no such zone */
function formatOf(zone) {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formats.size < 1000) formats.set(zone, format)
  }
  return format
}

/** @param {string} zone @returns {boolean} */
export function zoneExists(zone) {
  try {
    formatOf(zone)
    return zone !== ''
  } catch {
    return false
  }
}

/** The wall clock at a moment, written as if it were UTC. @param {number} ms @param {string} zone */
function wallOf(ms, zone) {
  const part = {}
  for (const { type, value } of formatOf(zone).formatToParts(ms)) part[type] = Number(value)
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
}

/**
 * The moment the wall clock shows `wall`: the first one when it shows it twice,
 * and the moment just as far past the jump when it never does.
 * @param {number} wall @param {string} zone
 */
export function momentOf(wall, zone) {
  const offset = (ms) => wallOf(ms, zone) - Math.floor(ms / 1000) * 1000
  const early = wall - offset(wall - DAY)
  const late = wall - offset(wall + DAY)
  const fits = [early, late].filter((ms) => ms + offset(ms) === wall)
  return fits.length > 0 ? Math.min(...fits) : early
}

/** Plan -> turns found lately: asking the time zone is slow. @type {Map<string, {index: number, start: number, end: number}[]>} */
const recent = new Map()

/**
 * The turn a moment falls into.
 * @param {{zone: string, weekly: boolean, sundayDow: number, timeMs: number}} plan
 * @param {number} now @returns {{index: number, start: number, end: number}}
 */
export function turnAt(plan, now) {
  const key = `${plan.zone} ${plan.weekly} ${plan.sundayDow} ${plan.timeMs}`
  const turns = recent.get(key) ?? []
  const found = turns.find(({ start, end }) => start <= now && now < end)
  if (found) return found
  const turn = findTurn(plan, now)
  if (recent.size > 5000) recent.clear()
  recent.set(key, [turn, ...turns].slice(0, 4))
  return turn
}

function findTurn({ zone, weekly, sundayDow, timeMs }, now) {
  // 1970-01-01 was a Thursday, so day numbers and weekdays differ by four.
  const dayOf = (index) => (weekly ? index * 7 + sundayDow - 4 : index)
  const startOf = (index) => momentOf(dayOf(index) * DAY + timeMs, zone)
  const today = Math.floor((wallOf(now, zone) - timeMs) / DAY)
  let index = weekly ? Math.floor((today + 4 - sundayDow) / 7) : today
  while (startOf(index) > now) index -= 1
  while (startOf(index + 1) <= now) index += 1
  return { index, start: startOf(index), end: startOf(index + 1) }
}
