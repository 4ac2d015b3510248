// Validation of request bodies: combinators that return the checked value or throw 400 naming the field.
import { bad, EMAIL, parseInstant } from './util.mjs'

const at = (path) => path || 'body'

export const string =
  ({ min = 1, max = 1000, pattern, what } = {}) =>
  (value, path) => {
    if (typeof value !== 'string') throw bad(`${at(path)} must be a string`)
    if (min > 0 && value.trim().length < min) throw bad(`${at(path)} must not be empty`)
    if (value.length > max) throw bad(`${at(path)} must have at most ${max} characters`)
    if (pattern && !pattern.test(value)) throw bad(`${at(path)} must be ${what ?? `of the form ${pattern}`}`)
    return value
  }
export const integer =
  ({ min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) =>
  (value, path) => {
    if (!Number.isSafeInteger(value)) throw bad(`${at(path)} must be an integer`)
    if (value < min || value > max) throw bad(`${at(path)} must be between ${min} and ${max}`)
    return value
  }
export const number =
  ({ min = -Infinity, max = Infinity } = {}) =>
  (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
      throw bad(`${at(path)} must be a number${min > -Infinity ? ` of at least ${min}` : ''}`)
    return value
  }
export const boolean = () => (value, path) => {
  if (typeof value !== 'boolean') throw bad(`${at(path)} must be a boolean`)
  return value
}
export const oneOf =
  (...values) =>
  (value, path) => {
    if (!values.includes(value)) throw bad(`${at(path)} must be one of ${values.join(', ')}`)
    return value
  }
export const list =
  (item, { min = 0, max = 1000 } = {}) =>
  (value, path) => {
    if (!Array.isArray(value)) throw bad(`${at(path)} must be a list`)
    if (value.length < min) throw bad(`${at(path)} must have at least ${min} item${min === 1 ? '' : 's'}`)
    if (value.length > max) throw bad(`${at(path)} must have at most ${max} items`)
    return value.map((element, index) => item(element, `${path}[${index}]`))
  }
export const map = (item) => (value, path) => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw bad(`${at(path)} must be an object`)
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, item(element, `${path}.${key}`)]))
}
export const anything = () => (value) => value
export const nullable = (check) => (value, path) => (value === null ? null : check(value, path))
export const optional = (check) => Object.assign((value, path) => check(value, path), { optional: true })
export const object =
  (fields) =>
  (value, path = '') => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw bad(`${at(path)} must be an object`)
    const out = {}
    for (const [name, check] of Object.entries(fields)) {
      const inner = path ? `${path}.${name}` : name
      if (!Object.hasOwn(value, name) || value[name] === undefined) {
        if (!check.optional) throw bad(`${inner} is required`)
      } else out[name] = check(value[name], inner)
    }
    return out
  }
export const email = () => string({ max: 254, pattern: EMAIL, what: 'an email address' })
export const dateTime = () => (value, path) => {
  if (Number.isNaN(parseInstant(value))) throw bad(`${at(path)} must be an ISO 8601 timestamp with a time zone`)
  return value
}
export const url =
  ({ max = 2000 } = {}) =>
  (value, path) => {
    string({ max })(value, path)
    let parsed
    try {
      parsed = new URL(value)
    } catch {
      throw bad(`${at(path)} must be a URL`)
    }
    if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
      throw bad(`${at(path)} must be an http or https URL`)
    return value
  }
export const base64 = () => (value, path) => {
  string({ min: 0, max: 100_000 })(value, path)
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value))
    throw bad(`${at(path)} must be base64`)
  return value
}
export const name = () => string({ max: 200 })
