// Small things every part uses: refusals, times, randomness and the strict reading of bodies.
import { randomBytes, createHash, timingSafeEqual } from 'node:crypto'

export class Fail extends Error {
  constructor(status, text, extra) {
    super(text)
    this.status = status
    this.extra = extra
  }
}
export const malformed = (text) => new Fail(400, text)
export const broken = (text) => new Fail(422, text)
export const unknown = (what) => new Fail(404, `There is no such ${what}.`)
export const conflict = (text, extra) => new Fail(409, text, extra)
export const denied = (text) => new Fail(403, text)

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

// Central European time by its own rule: summer from the last Sunday of March to the last of October, 01:00 UTC.
function lastSunday(year, month) {
  const day = new Date(Date.UTC(year, month + 1, 0, 1))
  day.setUTCDate(day.getUTCDate() - day.getUTCDay())
  return day.getTime()
}
export function berlinOffset(ms) {
  const year = new Date(ms).getUTCFullYear()
  return ms >= lastSunday(year, 2) && ms < lastSunday(year, 9) ? 120 : 60
}
export function stamp(ms) {
  const offset = berlinOffset(ms)
  const local = new Date(ms + offset * MINUTE).toISOString()
  return `${local.slice(0, -1)}+0${offset / 60}:00`
}
export const berlinDay = (ms) => stamp(ms).slice(0, 10)

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/
export function readInstant(text) {
  const found = typeof text === 'string' ? INSTANT.exec(text) : null
  if (!found) return null
  const [, y, mo, d, h, mi, s = '0'] = found
  if (+mo < 1 || +mo > 12 || +d < 1 || +d > new Date(Date.UTC(+y, +mo, 0)).getUTCDate()) return null
  if (+h > 23 || +mi > 59 || +s > 59) return null
  const ms = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase())
  return Number.isNaN(ms) ? null : ms
}

export const secret = (prefix, bytes = 24) => `${prefix}${randomBytes(bytes).toString('hex')}`
export const sha256 = (text) => createHash('sha256').update(text).digest('hex')
export const sameText = (a, b) => {
  const x = Buffer.from(sha256(String(a)))
  const y = Buffer.from(sha256(String(b)))
  return timingSafeEqual(x, y)
}
export const fold = (text) => text.normalize('NFC').toLocaleLowerCase('und')
export const byText = (field) => (a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.seq - b.seq)
export const plain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

// ---- strict reading -------------------------------------------------------------------------------------------------
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const CONTROL_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

export const str = ({ min = 1, max = 120, lines = false, loose = false } = {}) => (value, at) => {
  if (typeof value !== 'string') throw malformed(`${at} must be a string.`)
  if (!value.isWellFormed()) throw broken(`${at} is not well-formed Unicode.`)
  const length = [...value].length
  if (length < min) throw broken(`${at} must not be empty.`)
  if (length > max) throw broken(`${at} may have at most ${max} characters.`)
  if ((lines ? CONTROL_TEXT : CONTROL).test(value)) throw broken(`${at} contains control characters.`)
  if (min > 0 && value.trim() === '') throw broken(`${at} must not be blank.`)
  if (!loose && !lines && value !== value.trim()) throw broken(`${at} has white space at its ends.`)
  return value
}
export const matching = (pattern, hint, options) => {
  const text = str(options)
  return (value, at) => {
    text(value, at)
    if (!pattern.test(value)) throw broken(`${at} ${hint}.`)
    return value
  }
}
export const int = ({ min = 0, max = 2147483647 } = {}) => (value, at) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw malformed(`${at} must be an integer.`)
  if (value < min || value > max) throw broken(`${at} must be between ${min} and ${max}.`)
  return value
}
export const bool = () => (value, at) => {
  if (typeof value !== 'boolean') throw malformed(`${at} must be true or false.`)
  return value
}
export const oneOf = (...values) => (value, at) => {
  if (typeof value !== 'string') throw malformed(`${at} must be a string.`)
  if (!values.includes(value)) throw broken(`${at} must be one of ${values.join(', ')}.`)
  return value
}
export const list = (item, { min = 0, max = 64, unique = false } = {}) => (value, at) => {
  if (!Array.isArray(value)) throw malformed(`${at} must be a list.`)
  if (value.length < min) throw broken(`${at} must have at least ${min} entries.`)
  if (value.length > max) throw broken(`${at} may have at most ${max} entries.`)
  const read = value.map((entry, index) => item(entry, `${at}[${index}]`))
  if (unique && new Set(read.map((entry) => JSON.stringify(entry))).size < read.length)
    throw broken(`${at} names something twice.`)
  return read
}
export const opt = (type) => Object.assign((value, at) => type(value, at), { optional: true })
export const shape = (fields, { some = false } = {}) => (value, at) => {
  const whole = at === 'The body'
  if (!plain(value)) throw malformed(`${at} must be an object.`)
  const name = (key) => (whole ? key : `${at}.${key}`)
  for (const key of Object.keys(value))
    if (!Object.hasOwn(fields, key)) throw broken(`${name(key)} is not a field that can be given here.`)
  if (some && Object.keys(value).length === 0) throw broken(`${at} changes nothing.`)
  const read = {}
  for (const [key, type] of Object.entries(fields)) {
    if (!Object.hasOwn(value, key)) {
      if (!type.optional) throw malformed(`${name(key)} is missing.`)
      continue
    }
    if (value[key] === null && !type.nullable) throw malformed(`${name(key)} must not be null.`)
    read[key] = type(value[key], name(key))
  }
  return read
}
export const some = (fields) => shape(fields, { some: true })

const MAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/
export const isAddress = (text) =>
  typeof text === 'string' && text.length <= 254 && MAIL.test(text) && text.indexOf('@') <= 64
export const address = () => (value, at) => {
  if (typeof value !== 'string') throw malformed(`${at} must be a string.`)
  if (!isAddress(value)) throw broken(`${at} is not an email address.`)
  return value
}
export const weburl = (schemes = ['http:', 'https:']) => {
  const text = str({ max: 2000 })
  return (value, at) => {
    text(value, at)
    let url
    try {
      url = new URL(value)
    } catch {
      throw broken(`${at} is not a URI.`)
    }
    if (/\s/.test(value) || !/^[a-z]+:\/\/[^/?#]/i.test(value)) throw broken(`${at} is not a URI with a host.`)
    if (!schemes.includes(url.protocol)) throw broken(`${at} must begin with ${schemes.join(' or ')}//.`)
    if (!url.hostname) throw broken(`${at} has no host.`)
    return value
  }
}
export const base64 = () => (value, at) => {
  if (typeof value !== 'string') throw malformed(`${at} must be a string.`)
  if (value.length > 87384 || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value))
    throw broken(`${at} is not base64.`)
  return value
}
