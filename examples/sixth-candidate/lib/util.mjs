// Small helpers shared by every part: ids, secrets, times, errors.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export class HttpError extends Error {
  constructor(status, message, headers) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
export const bad = (message) => new HttpError(400, message)
export const forbidden = (message) => new HttpError(403, message)
export const notFound = (message) => new HttpError(404, message)
export const conflict = (message) => new HttpError(409, message)

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export function random(length) {
  let out = ''
  for (const byte of randomBytes(length)) out += ALPHABET[byte & 31]
  return out
}
export const newId = (prefix) => `${prefix}_${random(14)}`
export const newSecret = (prefix) => `${prefix}_${random(40)}`
export const hash = (text) => createHash('sha256').update(text).digest('hex')
export function sameHash(secret, stored) {
  return timingSafeEqual(Buffer.from(hash(String(secret)), 'hex'), Buffer.from(stored, 'hex'))
}

export const iso = (ms) => new Date(ms).toISOString()
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/
/** Milliseconds of an ISO 8601 timestamp with a zone, or NaN. */
export function parseInstant(text) {
  return typeof text === 'string' && DATE_TIME.test(text) ? Date.parse(text) : NaN
}

const DURATION =
  /^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
/** Milliseconds of an ISO 8601 duration, or NaN. Months count 30 days, years 365. */
export function parseDuration(text) {
  const match = typeof text === 'string' ? DURATION.exec(text) : null
  if (!match || match.slice(1).every((part) => part === undefined)) return NaN
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return (
    years * 365 * DAY +
    months * 30 * DAY +
    weeks * 7 * DAY +
    days * DAY +
    hours * HOUR +
    minutes * MINUTE +
    Math.round(seconds * SECOND)
  )
}

export const compact = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** Newest first: by a time, then by order of arrival. */
export const newestFirst = (key) => (a, b) => b[key] - a[key] || b.seq - a.seq

export const EMAIL =
  /^[^\s@<>(),;:"[\]\\]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/
export const E164 = /^\+[1-9]\d{6,14}$/
export const HOSTNAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
export const DNS_LABEL = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
export const domainOf = (address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
