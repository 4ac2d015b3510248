import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** The hash under which a secret is kept. @param {string} secret */
export function hashOf(secret) {
  return createHash('sha256').update(secret).digest('hex')
}

/** A fresh secret. @param {string} prefix */
export function newSecret(prefix = '') {
  return prefix + randomBytes(24).toString('base64url')
}

/** @param {'decimal'|'uuid'} kind @returns {() => string} a maker of fresh ids */
export function idMaker(kind) {
  let last = 90000
  return kind === 'uuid' ? () => randomUUID() : () => String(++last)
}

/** A moment as ISO 8601, for fields written date-time. @param {number} ms */
export function iso(ms) {
  return new Date(ms).toISOString()
}

/**
 * A moment for fields written only as string.
 * @param {Record<string, any>} choice @param {number | undefined} ms
 */
export function when(choice, ms) {
  if (ms === undefined) return choice.never
  if (choice.time === 'epoch') return String(ms)
  return iso(ms).replace('T', ' ').replace('Z', ' UTC')
}

const TIMES = /^[+-]?\d{4,6}-\d{2}-\d{2}(T|\s)\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads a moment from a request: ISO 8601, or either of the formats the candidate writes.
 * @param {string} text @returns {number | undefined}
 */
export function readMoment(text) {
  if (/^\d{10,15}$/.test(text)) return Number(text)
  if (!TIMES.test(text)) return undefined
  let plain = text
    .trim()
    .replace(/\s*UTC$/i, 'Z')
    .replace(/\s/, 'T')
  if (!/(Z|[+-]\d{2}:?\d{2})$/i.test(plain)) plain += 'Z'
  const ms = Date.parse(plain)
  return Number.isFinite(ms) ? ms : undefined
}

/**
 * Orders records for a list where the contract states no order.
 * @param {Iterable<any>} records in order of creation @param {string} order
 */
export function ordered(records, order) {
  const list = [...records]
  if (order === 'newest') return list.reverse()
  if (order === 'name') return list.sort((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0))
  return list
}
