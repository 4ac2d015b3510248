import { closest, distance } from 'fastest-levenshtein'

/** Something wrong in a file, with where it is. Worded once, shown by the command line. */
export interface Mistake {
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly message: string
}

export class MistakesError extends Error {
  readonly mistakes: readonly Mistake[]
  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(wordMistake).join('\n'))
    this.name = 'MistakesError'
    this.mistakes = mistakes
  }
}

export function wordMistake({ file, line, column, message }: Mistake): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`
  return `${place}: ${message}`
}

/** ` (did you mean x?)` when one of the known words is close, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const nearest = closest(word, [...known])
  return distance(word, nearest) <= Math.max(2, Math.floor(nearest.length / 3)) ? ` (did you mean ${nearest}?)` : ''
}
