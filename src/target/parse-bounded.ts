import { endOfString } from './shorten-texts.ts'

/** Deeper than anything the contract describes, and shallow enough for whatever walks a value by recursion. */
const MOST_LEVELS = 100
/** More would take hundreds of megabytes once it is compared. */
const MOST_VALUES = 200_000
/** A parser takes a tenth of a second for a hundred thousand names that it never saw before. */
const MOST_FIELDS = 10_000
/** A shorter text has no more fields or values than that. */
const SHORT = 2 * MOST_FIELDS

/**
 * The value of a JSON text that somebody else wrote; undefined when it is none, too deep, or of too many values or fields in
 * one object. Half a surrogate pair is replaced, as text that leaves again in a URL must be whole.
 */
export function parseBounded(text: string): unknown {
  if (!isPlain(text) && !isWithinBounds(text)) return undefined
  try {
    return JSON.parse(text, HALF_PAIR.test(text) ? wholeText : undefined)
  } catch {
    return undefined
  }
}

/** True if a text is too short and has too few brackets to be out of bounds, as nearly always. */
const isPlain = (text: string): boolean =>
  text.length <= SHORT && isRare('{', text, MOST_LEVELS / 2) && isRare('[', text, MOST_LEVELS / 2)

function isRare(letter: string, text: string, most: number): boolean {
  let found = 0
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) if (++found > most) return false
  return true
}

const CODE = { quote: 34, comma: 44, bracket: 91, closingBracket: 93, brace: 123, closingBrace: 125 }

/** Counts brackets and commas outside of strings. */
function isWithinBounds(text: string): boolean {
  let levels = 0
  let values = 1
  /** What each level has so far: of an object its fields, of a list nothing. */
  const fields = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === CODE.quote) at = endOfString(text, at)
    else if (code === CODE.comma) {
      values++
      const now = (fields[levels] ?? 0) + 1
      if (now > MOST_FIELDS) return false
      fields[levels] = now
    } else if (code === CODE.bracket || code === CODE.brace) {
      values++
      if (++levels > MOST_LEVELS) return false
      fields[levels] = code === CODE.brace ? 1 : Number.NEGATIVE_INFINITY
    } else if (code === CODE.closingBracket || code === CODE.closingBrace) levels--
    if (values > MOST_VALUES) return false
  }
  return true
}

/** Half of an escaped surrogate pair; the caller looks for the other half. */
const HALF_PAIR = /\\u[dD][89a-fA-F]/

function wholeText(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  for (const key of Object.keys(value)) if (!key.isWellFormed()) return renamed(value)
  return value
}

const renamed = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), item]))
