/** Something that cannot be understood in a condition; the sentence names it. */
export class ConditionMistake extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConditionMistake'
  }
}

/** Reads a condition from left to right; spaces count for nothing. */
export interface Reader {
  /** Goes past this text if it comes next. */
  take(text: string): boolean
  /** Goes past what fits the pattern if it comes next. */
  match(pattern: RegExp): RegExpExecArray | undefined
  readonly done: boolean
  readonly rest: string
}

export function makeReader(text: string): Reader {
  let at = 0
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  return {
    take(word) {
      skip()
      if (!text.startsWith(word, at)) return false
      at += word.length
      return true
    },
    match(pattern) {
      skip()
      const sticky = new RegExp(pattern.source, 'y')
      sticky.lastIndex = at
      const found = sticky.exec(text)
      if (!found) return undefined
      at = sticky.lastIndex
      return found
    },
    get done() {
      skip()
      return at >= text.length
    },
    get rest() {
      return text.slice(at)
    },
  }
}
