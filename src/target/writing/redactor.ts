import { isObject } from '../../contract/json.ts'
import { type PlainLetters, plainLetters, unescapedLetters } from './plain-letters.ts'
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
  /** The same for what is sent again: secrets are taken out, and every other character stays. */
  resent<T>(value: T): T
}

/** Shorter ones (a flag, a number) would hit ordinary words. */
const SHORTEST = 6

/**
 * A secret is recognised in capitals or small letters, with spaces between its letters, escaped as in JSON, in a URL, in
 * HTML or for a shell, and in base64, also as a part of a longer text, and where that was cut (`…`).
 */
export function makeRedactor(secrets: readonly Secret[]): Redactor {
  const [plain, unescaped] = [soughtIn(secrets, plainLetters), soughtIn(secrets, unescapedLetters)]
  const withoutSecrets = (whole: string) => {
    const rest = without(whole, plain, plainLetters)
    return ESCAPING.test(rest) ? without(rest, unescaped, unescapedLetters) : rest
  }
  const text = (whole: string) => visible(withoutSecrets(whole))
  return {
    text,
    secrets: withoutSecrets,
    value: (value) => mapped(value, text),
    resent: (value) => mapped(value, withoutSecrets),
  }
}

/** Without any of these a text is as it is meant. */
const ESCAPING = /[\\%&'"]/

type Sought = ReadonlyMap<string, readonly Form[]>

/** The forms of secrets, by how they begin. */
function soughtIn(secrets: readonly Secret[], lettersOf: (text: string) => PlainLetters): Sought {
  const sought = new Map<string, Form[]>()
  for (const { value, instead } of secrets)
    for (const form of value.length < SHORTEST ? [] : secretForms(value)) {
      const { letters } = lettersOf(form)
      if (letters.length >= SHORTEST) add(sought, { letters, instead })
    }
  return sought
}

/** A form of a secret as it is looked for, and what is written in its place. */
interface Form {
  readonly letters: string
  readonly instead: string
}

/** Kept by how they begin, the longest first; of two that are alike the first one counts. */
function add(sought: Map<string, Form[]>, one: Form): void {
  const start = one.letters.slice(0, SHORTEST)
  const alike = sought.get(start) ?? []
  if (alike.some(({ letters }) => letters === one.letters)) return
  sought.set(
    start,
    [...alike, one].sort((a, b) => b.letters.length - a.letters.length),
  )
}

/** The sign of a text that was cut. */
const CUT = '…'

function without(text: string, sought: Sought, lettersOf: (text: string) => PlainLetters): string {
  if (text.length < SHORTEST || sought.size === 0) return text
  const { letters, starts, ends } = lettersOf(text)
  const parts: string[] = []
  let kept = 0
  for (let at = 0; at + SHORTEST <= letters.length; at++) {
    const found = foundAt(letters, at, sought)
    if (!found) continue
    parts.push(text.slice(kept, starts[at]), found.instead)
    at += found.length - 1
    kept = ends[at] ?? text.length
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept)
}

/** The secret at a place, or the beginning of one where the text was cut in the middle of it. */
function foundAt(letters: string, at: number, sought: Sought) {
  const alike = sought.get(letters.slice(at, at + SHORTEST))
  if (!alike) return undefined
  const whole = alike.find((one) => letters.startsWith(one.letters, at))
  if (whole) return { instead: whole.instead, length: whole.letters.length }
  const end = letters.indexOf(CUT, at)
  const rest = end < 0 ? undefined : letters.slice(at, end)
  const begun = rest === undefined ? undefined : alike.find((one) => one.letters.startsWith(rest))
  return begun && rest !== undefined ? { instead: begun.instead, length: rest.length } : undefined
}

function mapped<T>(value: T, text: (text: string) => string): T
function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), mapped(item, text)]))
}
