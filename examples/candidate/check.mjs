import { refuse } from './errors.mjs'

/** Phone numbers in E.164 format. */
export const E164 = /^\+[1-9]\d{1,14}$/

/**
 * Readers for request values. Each returns the accepted value or refuses with
 * the variant's validation status.
 * @param {Record<string, any>} choice
 */
export function makeCheck(choice) {
  /** @param {string} what @returns {never} */
  const bad = (what) => refuse(choice.invalidStatus, choice.invalidText(what))

  /** A JSON object that holds no field outside `fields` (where the variant minds). */
  const object = (value, what, fields) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) bad(`${what}: an object is needed`)
    if (choice.unknownFields === 'refuse' && fields) {
      for (const key of Object.keys(value))
        if (!fields.includes(key)) bad(`${what}: unknown field ${JSON.stringify(key)}`)
    }
    return value
  }

  const string = (value, what) => (typeof value === 'string' ? value : bad(`${what}: a string is needed`))

  /** A string that says something. */
  const nonBlank = (value, what) => {
    if (string(value, what).trim() === '') bad(`${what}: it is blank`)
    return value
  }

  /** A human-written text: name, title, body. */
  const text = (value, what) => {
    const given = choice.blankText === 'refuse' ? nonBlank(value, what) : string(value, what)
    return choice.trimNames ? given.trim() : given
  }

  const integer = (value, what, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) => {
    if (!Number.isSafeInteger(value) || value < min || value > max) bad(`${what}: an integer in range is needed`)
    return value
  }

  const boolean = (value, what) => (typeof value === 'boolean' ? value : bad(`${what}: a boolean is needed`))

  const oneOf = (value, what, allowed) =>
    allowed.includes(value) ? value : bad(`${what}: one of ${allowed.join(', ')}`)

  /** An array, each element read by `read(element, what)`. */
  const array = (value, what, read) => {
    if (!Array.isArray(value)) bad(`${what}: an array is needed`)
    return value.map((item, index) => read(item, `${what}[${index}]`))
  }

  /** Reads an optional field; undefined when it is not given. */
  const optional = (holder, field, read, what = field) => {
    const value = holder[field]
    if (value === undefined) return undefined
    if (value === null && choice.nullOptional === 'absent') return undefined
    return read(value, what)
  }

  return { bad, object, string, nonBlank, text, integer, boolean, oneOf, array, optional }
}
