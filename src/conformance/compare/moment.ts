import { asCalendarDate, readMoment } from './read-time.ts'

/** ISO 8601 in both of its forms, or the way databases write it: with a space, with an offset of hours alone. Always with an offset. */
const UNAMBIGUOUS =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)? ?(Z|[+-]\d\d)(?::?(\d\d))?$/

/** The way that HTTP headers and mail write it. */
const AS_IN_HEADERS = /^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/

/** The instant of an unambiguous text. Other formats are open. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  if (AS_IN_HEADERS.test(value)) return Date.parse(value)
  const parts = UNAMBIGUOUS.exec(asCalendarDate(value))
  if (!parts) return undefined
  const [, year, , month, day, hour, , minute, second = '00', fraction = '0', offset = '', minutes = '00'] = parts
  const zone = offset === 'Z' ? 'Z' : `${offset}:${minutes}`
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`)
  return Number.isNaN(ms) ? undefined : ms
}

/**
 * True if two operations may mean the same instant: where times are plain strings each may write it in its own way, and one
 * more exactly than the other. In the same way of writing it is the same text.
 */
export function mayBeSameMoment(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (wayOf(one) === wayOf(other) || !isTime(one) || !isTime(other)) return false
  const [first, second] = [momentOf(one), momentOf(other)]
  return first === undefined || second === undefined || Math.abs(first - second) < 1000
}

/** True for what has enough digits for a time: words and blanks say that there is none. */
const isTime = (value: unknown): boolean => String(value).replaceAll(/\D/g, '').length >= 8

/** How a time is written: its text with 0 for any number, and a for any word. */
export const wayOf = (value: unknown): string =>
  `${typeof value} ${String(value)
    .replaceAll(/\d+/g, '0')
    .replaceAll(/[A-Za-z]{3,}/g, 'a')}`

/** True for a plausible time of an event: a placeholder for "never" is long ago. */
export const isAfterAll = (value: unknown): boolean => (momentOf(value) ?? readMoment(value)) > LONG_AGO_MS
const LONG_AGO_MS = Date.UTC(2000, 0)
