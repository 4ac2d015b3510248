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
  /** Counts one more part of the condition; throws when there are more than anybody writes, or a stack can hold. */
  countPart(): void
  readonly done: boolean
  /** The beginning of what is left. */
  readonly rest: string
}

/** Far more than a person writes, and few enough for whatever walks a condition by recursion. */
const MOST_PARTS = 500
const MOST_SHOWN = 80

export function makeReader(text: string): Reader {
  let at = 0
  let parts = 0
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
    countPart() {
      if (++parts > MOST_PARTS) throw new ConditionMistake(`the condition has more than ${MOST_PARTS} parts`)
    },
    get done() {
      skip()
      return at >= text.length
    },
    get rest() {
      return text.length - at > MOST_SHOWN ? `${text.slice(at, at + MOST_SHOWN)}…` : text.slice(at)
    },
  }
}
