import { isObject } from '../../contract/json.ts'

/** Something that nobody is to read, and what is written in its place. */
export interface Secret {
  readonly value: string
  readonly instead: string
}

/** Takes secrets out of whatever is written: terminal, reports, scenarios, lines to paste. */
export interface Redactor {
  text(text: string): string
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
  const instead = new Map<string, string>()
  const patterns = new Set<string>()
  for (const secret of secrets)
    if (secret.value.length >= SHORTEST)
      for (const form of formsOf(secret.value)) {
        if (key(form).length < SHORTEST) continue
        patterns.add(spaced(form))
        if (!instead.has(key(form))) instead.set(key(form), secret.instead)
      }
  const longestFirst = [...patterns].sort((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return { text: (text) => text, value: (value) => value }
  const pattern = new RegExp(longestFirst.join('|'), 'gi')
  const text = (whole: string) => whole.replace(pattern, (found) => instead.get(key(found)) ?? '[secret]')
  return { text, value: (value) => mapped(value, text) }
}

/** Without what may come between, and in one case. */
const key = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** A pattern for a text whose letters may have spaces between them. */
const spaced = (form: string): string =>
  form
    .split(/\s+/)
    .map((word) => [...word].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s{0,2}'))
    .join('\\s+')

function formsOf(value: string): string[] {
  const whole = value.toWellFormed()
  return [whole, JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole), ...base64Forms(whole)]
}

/** In base64 a text looks different at each of three places; what depends on its neighbours is left out. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = [...new Uint8Array(before), ...new TextEncoder().encode(value)]
    const text = btoa(bytes.map((byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '')
    const own = text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1)
    return own.length < SHORTEST ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function mapped<T>(value: T, text: (text: string) => string): T
function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), mapped(item, text)]))
}
