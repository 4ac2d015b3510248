import { isObject } from '../../contract/json.ts'
import { secretForms } from './secret-forms.ts'
import { visible } from './visible.ts'

/** Something that nobody is to read, and what is written in its place. */
export interface Secret {
  readonly value: string
  readonly instead: string
}

/** Takes secrets, and what a terminal would obey, out of whatever is written: terminal, reports, scenarios, lines to paste. */
export interface Redactor {
  text(text: string): string
  /** Takes out the secrets alone: what a terminal is to obey, our own colours, stays. */
  secrets(text: string): string
  /** Every string at any depth, names of keys included. */
  value<T>(value: T): T
}

/** Shorter ones (a flag, a number) would hit ordinary words. */
const SHORTEST = 6

/**
 * A secret is recognised in capitals or small letters, with spaces between its letters, escaped as in JSON or in a URL,
 * and in base64, also as a part of a longer text.
 */
export function makeRedactor(secrets: readonly Secret[]): Redactor {
  const sought = new Map<string, Sought[]>()
  for (const { value, instead } of secrets)
    for (const form of value.length < SHORTEST ? [] : secretForms(value)) {
      const { letters } = normalised(form)
      if (letters.length >= SHORTEST) add(sought, { letters, instead })
    }
  const withoutSecrets = (whole: string) => (sought.size > 0 ? without(whole, sought) : whole)
  const text = (whole: string) => visible(withoutSecrets(whole))
  return { text, secrets: withoutSecrets, value: (value) => mapped(value, text) }
}

/** A form of a secret as it is looked for, and what is written in its place. */
interface Sought {
  readonly letters: string
  readonly instead: string
}

/** Kept by how they begin, the longest first; of two that are alike the first one counts. */
function add(sought: Map<string, Sought[]>, one: Sought): void {
  const start = one.letters.slice(0, SHORTEST)
  const alike = sought.get(start) ?? []
  if (alike.some(({ letters }) => letters === one.letters)) return
  sought.set(
    start,
    [...alike, one].sort((a, b) => b.letters.length - a.letters.length),
  )
}

/** Small letters without spaces, and where in the text each of them stood. */
function normalised(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const letters: string[] = []
  const places: number[] = []
  for (let place = 0; place < text.length; place++) {
    const letter = text.charAt(place)
    if (SPACE.test(letter)) continue
    const small = letter.toLowerCase()
    letters.push(small.length === 1 ? small : letter)
    places.push(place)
  }
  return { letters: letters.join(''), places }
}

const SPACE = /\s/

function without(text: string, sought: ReadonlyMap<string, readonly Sought[]>): string {
  if (text.length < SHORTEST) return text
  const { letters, places } = normalised(text)
  const parts: string[] = []
  let kept = 0
  for (let at = 0; at + SHORTEST <= letters.length; at++) {
    const found = sought.get(letters.slice(at, at + SHORTEST))?.find((one) => letters.startsWith(one.letters, at))
    if (!found) continue
    parts.push(text.slice(kept, places[at]), found.instead)
    at += found.letters.length - 1
    kept = (places[at] ?? 0) + 1
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept)
}

function mapped<T>(value: T, text: (text: string) => string): T
function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), mapped(item, text)]))
}
