import type { Choice } from './choices.ts'
import { refuse } from './refusal.ts'

export type Json = Record<string, unknown>
type Read<T> = (value: unknown, what: string) => T

/** Readers of request values: each answers the accepted value or refuses with the variant's status. */
export function makeReader(choice: Choice, status = choice.invalidStatus) {
  const bad = (what: string): never => refuse(status, choice.invalidText(what))

  /** A JSON object; a variant may mind fields it does not know. */
  const object = (value: unknown, what: string, fields: readonly string[]): Json => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return bad(`${what}: not an object`)
    const stray = Object.keys(value).find((key) => !fields.includes(key))
    if (stray !== undefined && choice.unknownFields === 'refuse') return bad(`${what}: unknown field ${stray}`)
    return value as Json
  }
  const string: Read<string> = (value, what) => (typeof value === 'string' ? value : bad(`${what}: not a string`))
  const filled: Read<string> = (value, what) => {
    const text = string(value, what)
    return text.trim() === '' ? bad(`${what}: blank`) : text
  }
  /** A name somebody thought of. */
  const name: Read<string> = (value, what) => (choice.blankNames ? string(value, what) : filled(value, what).trim())
  const integer =
    (min: number, max = Number.MAX_SAFE_INTEGER): Read<number> =>
    (value, what) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
        ? value
        : bad(`${what}: not an integer in range`)
  const boolean: Read<boolean> = (value, what) => (typeof value === 'boolean' ? value : bad(`${what}: not a boolean`))
  const oneOf =
    <T extends string>(allowed: readonly T[]): Read<T> =>
    (value, what) =>
      allowed.find((one) => one === value) ?? bad(`${what}: not one of ${allowed.join(', ')}`)
  const list =
    <T>(read: Read<T>): Read<T[]> =>
    (value, what) =>
      Array.isArray(value) ? value.map((item, at) => read(item, `${what}[${at}]`)) : bad(`${what}: not an array`)
  const uri: Read<string> = (value, what) => {
    const text = string(value, what)
    return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text) ? text : bad(`${what}: not a URI`)
  }
  /** An optional field: undefined when left out. */
  const maybe = <T>(holder: Json, field: string, read: Read<T>): T | undefined => {
    const value = holder[field]
    if (value === undefined || (value === null && choice.nullMeansAbsent)) return undefined
    return read(value, field)
  }
  return { bad, object, string, filled, name, integer, boolean, oneOf, list, uri, maybe }
}

export type Reader = ReturnType<typeof makeReader>
