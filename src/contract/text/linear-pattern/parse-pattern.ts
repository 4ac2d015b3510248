/** A regular expression as a tree. */
export type Pattern =
  | { readonly kind: 'one'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly of: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly least: number; readonly most: number }

/** The pattern has a feature that cannot be matched in linear time: a look-around, a back-reference, a Unicode property. */
export class NotLinear extends Error {}

type Fits = (code: number) => boolean

const QUANTIFIERS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}
const LINE_ENDS = [0x0a, 0x0d, 0x2028, 0x2029]
const between =
  (low: number, high: number): Fits =>
  (code) =>
    code >= low && code <= high
const anyOf =
  (...all: readonly Fits[]): Fits =>
  (code) =>
    all.some((fits) => fits(code))
const not =
  (fits: Fits): Fits =>
  (code) =>
    !fits(code)
const is = (letter: string): Fits => between(letter.codePointAt(0) ?? 0, letter.codePointAt(0) ?? 0)

const DIGIT = between(48, 57)
const WORD = anyOf(DIGIT, between(65, 90), between(97, 122), is('_'))
const SPACE: Fits = (code) => /\s/u.test(String.fromCodePoint(code))
const CLASSES: Readonly<Record<string, Fits>> = {
  d: DIGIT,
  D: not(DIGIT),
  w: WORD,
  W: not(WORD),
  s: SPACE,
  S: not(SPACE),
}
const LETTERS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 }

/** Reads a source that is a regular expression with the flag `u`; throws NotLinear for what it has no place for. */
export const parsePattern = (source: string): Pattern => new PatternReader(source).choice()

class PatternReader {
  readonly #letters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#letters = [...source]
  }

  get #next(): string {
    return this.#letters[this.#at] ?? ''
  }

  #take(letter: string): boolean {
    if (this.#next !== letter) return false
    this.#at += 1
    return true
  }

  choice(): Pattern {
    const first = this.#sequence()
    const of = [first]
    while (this.#take('|')) of.push(this.#sequence())
    return of.length === 1 ? first : { kind: 'choice', of }
  }

  #sequence(): Pattern {
    const of: Pattern[] = []
    while (this.#next !== '' && this.#next !== '|' && this.#next !== ')') of.push(this.#quantified(this.#atom()))
    return { kind: 'sequence', of }
  }

  #atom(): Pattern {
    if (this.#take('^')) return { kind: 'start' }
    if (this.#take('$')) return { kind: 'end' }
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return { kind: 'one', fits: this.#set() }
    if (this.#take('.')) return { kind: 'one', fits: (code) => !LINE_ENDS.includes(code) }
    return { kind: 'one', fits: this.#single().fits }
  }

  #group(): Pattern {
    if (this.#take('?') && !this.#take(':')) throw new NotLinear()
    const inside = this.choice()
    this.#take(')')
    return inside
  }

  /** A character, or an escape for one or several. */
  #single(): { readonly fits: Fits; readonly code?: number } {
    const letter = this.#letters[this.#at++] ?? ''
    if (letter !== '\\') return { fits: is(letter), code: letter.codePointAt(0) ?? 0 }
    const escaped = this.#letters[this.#at++] ?? ''
    const several = CLASSES[escaped]
    if (several) return { fits: several }
    const code = LETTERS[escaped] ?? (/\w/.test(escaped) ? undefined : escaped.codePointAt(0))
    if (code === undefined) throw new NotLinear()
    return { fits: between(code, code), code }
  }

  #set(): Fits {
    const isNegative = this.#take('^')
    const all: Fits[] = []
    while (this.#next !== '' && !this.#take(']')) {
      const { fits, code } = this.#single()
      if (code === undefined || this.#next !== '-' || this.#letters[this.#at + 1] === ']') all.push(fits)
      else {
        this.#at += 1
        all.push(between(code, this.#single().code ?? code))
      }
    }
    return isNegative ? not(anyOf(...all)) : anyOf(...all)
  }

  #quantified(of: Pattern): Pattern {
    const range = this.#mark() ?? this.#counted()
    if (!range) return of
    const [least, most] = range
    // Greedy or lazy makes no difference to whether the pattern matches.
    this.#take('?')
    return { kind: 'repeat', of, least, most }
  }

  #mark(): readonly [number, number] | undefined {
    const range = QUANTIFIERS[this.#next]
    if (range) this.#at += 1
    return range
  }

  #counted(): readonly [number, number] | undefined {
    const ahead = this.#letters.slice(this.#at, this.#at + 20).join('')
    const [whole, least = '', comma, most = ''] = /^\{(\d+)(,)?(\d*)\}/.exec(ahead) ?? []
    if (whole === undefined) return undefined
    this.#at += whole.length
    if (comma === undefined) return [Number(least), Number(least)]
    return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)]
  }
}
