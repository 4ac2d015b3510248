import { stripVTControlCharacters } from 'node:util'

// Tables of Unicode take longer to load than most commands need to start, so each is made when it is needed.
let segmenter: Intl.Segmenter | undefined
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Letters that take two columns of a terminal (East Asian wide and fullwidth forms), and pictures. */
const isWide = (grapheme: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u.test(
    grapheme,
  )

/** Invisible characters: combining marks, joiners. */
const isUnseen = (grapheme: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)

/** The number of terminal columns that a text takes; colours take none. */
export function displayWidth(text: string): number {
  const plain = stripVTControlCharacters(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters that take one column each
  if (/^[\u0000-\u007f]*$/.test(plain)) return plain.length
  return [...graphemesOf(plain)].reduce((sum, { segment }) => sum + widthOf(segment), 0)
}

const widthOf = (grapheme: string): number => (isUnseen(grapheme) ? 0 : isWide(grapheme) ? 2 : 1)

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))

/** As much of a text as fits, with a sign that it goes on. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let taken = 0
  for (const { segment } of graphemesOf(text)) {
    taken += widthOf(segment)
    if (taken > width - 1) break
    kept += segment
  }
  return `${kept}…`
}
