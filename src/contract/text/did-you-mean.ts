import { closest, distance } from 'fastest-levenshtein'

/** A longer word is nobody's slip, and comparing it would take for ever. */
const LONGEST = 200

/** ` (did you mean x?)` when one of the known words is close, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0 || word.length > LONGEST) return ''
  const nearest = closest(word, [...known])
  return distance(word, nearest) <= Math.max(2, Math.floor(nearest.length / 3)) ? ` (did you mean ${nearest}?)` : ''
}
