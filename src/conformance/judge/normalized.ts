import { sameJson } from '../compare/compare.ts'
import type { Mismatch } from '../compare/comparison.ts'
import { sameMeaning } from '../compare/same-meaning.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'

/**
 * The request as a target may have understood it that took a value and shows it in a form of its own (seconds left out,
 * another number for the same day): nothing says that such a value stays as it was sent. Numbers that are plain stay, and
 * so do the names that we make up. Undefined if the answer differs in anything else, or shows what means something else.
 */
export function normalized(answered: Answered, mismatches: readonly Mismatch[]): Answered | undefined {
  const { intent, request, shadow } = answered
  if (mismatches.length === 0 || !isSuccess(answered)) return undefined
  let { body } = request
  for (const one of mismatches) {
    const place = one.code === 'value' ? placeOf(body, one.path, one.expected) : undefined
    if (!place || one.code !== 'value' || String(one.expected).includes(shadow.salt)) return undefined
    if (intent === 'plain' && typeof one.expected !== 'string') return undefined
    if (!sameMeaning(one.expected, one.actual)) return undefined
    body = withValueAt(body, place, one.actual)
  }
  return { ...answered, request: { ...request, body }, foreseen: undefined }
}

/** Where a body has the value that an answer was expected to show; an answer may have it in an envelope. */
function placeOf(body: unknown, path: string, expected: unknown): readonly string[] | undefined {
  const parts = path.split('.')
  return [parts, parts.slice(1)].find((place) => place.length > 0 && sameJson(valueAt(body, place), expected))
}
