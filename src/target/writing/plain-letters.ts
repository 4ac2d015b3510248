/** The letters of a text, and where each of them begins and ends in it. */
export interface PlainLetters {
  readonly letters: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A text in small letters, without spaces. */
export const plainLetters = (text: string): PlainLetters =>
  lettersOf(text, (place) => ({ letter: text.charAt(place), length: 1 }), /\s/)

/**
 * The same with its escapes resolved: those of JSON (`\/`, `\u0026`), of URLs (`%2F`) and of HTML (`&amp;`). However
 * somebody wrote a secret, it has the same letters. Without quotes too: a shell needs several where a secret has one.
 */
export const unescapedLetters = (text: string): PlainLetters =>
  lettersOf(text, (place) => letterAt(text, place), /[\s'"]/)

function lettersOf(text: string, read: (place: number) => Letter, uncounted: RegExp): PlainLetters {
  const letters: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (let place = 0; place < text.length; ) {
    const { letter, length } = read(place)
    if (!uncounted.test(letter)) {
      const small = letter.toLowerCase()
      letters.push(small.length === 1 ? small : letter)
      starts.push(place)
      ends.push(place + length)
    }
    place += length
  }
  return { letters: letters.join(''), starts, ends }
}

interface Letter {
  readonly letter: string
  /** The number of characters that it is written with. */
  readonly length: number
}

/** By what they begin with. */
const ESCAPES: Readonly<Record<string, readonly [pattern: RegExp, meant: (found: string) => string]>> = {
  '\\': [/\\(?:u[\da-f]{4}|[/"'\\nrtbf])/iy, unescaped],
  '%': [/%[0-7][\da-f]/iy, (found) => String.fromCharCode(Number.parseInt(found.slice(1), 16))],
  '&': [/&(?:amp|lt|gt|quot|apos|#\d{1,5}|#x[\da-f]{1,4});/iy, entity],
}

function letterAt(text: string, place: number): Letter {
  const plain = text.charAt(place)
  const [pattern, meant] = ESCAPES[plain] ?? []
  if (!pattern || !meant) return { letter: plain, length: 1 }
  pattern.lastIndex = place
  const [found] = pattern.exec(text) ?? []
  return found === undefined ? { letter: plain, length: 1 } : { letter: meant(found), length: found.length }
}

function unescaped(found: string): string {
  if (/^\\u/i.test(found)) return String.fromCharCode(Number.parseInt(found.slice(2), 16))
  return /[nrtbf]/.test(found) ? ' ' : found.charAt(1)
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function entity(found: string): string {
  const name = found.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return NAMED[name] ?? ''
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return String.fromCharCode(code)
}
