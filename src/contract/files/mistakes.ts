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
    super(worded(mistakes))
    this.name = 'MistakesError'
    this.mistakes = mistakes
  }
}

/** One slip can break a hundred things; the first few show where it is. */
const MOST = 12

function worded(mistakes: readonly Mistake[]): string {
  const more = mistakes.length - MOST
  return [...mistakes.slice(0, MOST).map(wordMistake), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

export function wordMistake({ file, line, column, message }: Mistake): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`
  return `${place}: ${message}`
}
