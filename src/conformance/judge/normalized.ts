import { isObject } from '../../contract/json.ts'
import { sameJson } from '../compare/compare.ts'
import type { Mismatch } from '../compare/comparison.ts'
import { sameMeaning } from '../compare/same-meaning.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'

/**
 * The request as a target may have understood it that took a value and shows it in a form of its own (seconds left out,
 * another number for the same day): nothing says that such a value stays as it was sent. Numbers that are plain stay, and
 * so do the names that we make up. What else the answer differs in is for other choices to explain. Undefined if nothing was
 * understood so.
 */
export function normalized(answered: Answered, mismatches: readonly Mismatch[]): Answered | undefined {
  const { intent, request, shadow } = answered
  if (!isSuccess(answered)) return undefined
  let { body } = request
  for (const one of mismatches) {
    if (one.code !== 'value' || String(one.expected).includes(shadow.salt)) continue
    const place = placeOf(body, one.path, one.expected)
    const isPlain = intent === 'plain' && typeof one.expected !== 'string'
    if (place && !isPlain && sameMeaning(one.expected, one.actual)) body = withValueAt(body, place, one.actual)
  }
  return body === request.body ? undefined : { ...answered, request: { ...request, body }, foreseen: undefined }
}

/** The request as a target understood it that made small letters of capitals; undefined if it did not. */
export function inSmallLetters(answered: Answered): Answered | undefined {
  const { request, received } = answered
  if (!isObject(request.body) || !isObject(received.json)) return undefined
  const shown = [received.json, ...Object.values(received.json).filter(isObject)]
  const small = Object.entries(request.body).flatMap(([field, value]) => {
    const lower = typeof value === 'string' ? value.toLowerCase() : value
    return lower !== value && shown.some((one) => one[field] === lower) ? [[field, lower] as const] : []
  })
  const body = { ...request.body, ...Object.fromEntries(small) }
  return small.length > 0 ? { ...answered, request: { ...request, body }, foreseen: undefined } : undefined
}

/** Where a body has the value that an answer was expected to show; an answer may have it in an envelope. */
function placeOf(body: unknown, path: string, expected: unknown): readonly string[] | undefined {
  const parts = path.split('.')
  return [parts, parts.slice(1)].find((place) => place.length > 0 && sameJson(valueAt(body, place), expected))
}
