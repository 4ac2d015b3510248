/**
 * True if one value could be the other in a form of a target's own: a time without its seconds, an address in small letters,
 * the same instant in another zone, another number for the same day of the week. A value that was lost or replaced is none.
 */
export function sameMeaning(sent: unknown, shown: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return isDay(one) && isDay(other) && (one - other) % WEEK === 0
  if (typeof sent !== 'string' || typeof shown !== 'string') return false
  return (
    FORMS.some((form) => {
      const [first, second] = [form(sent), form(shown)]
      return first !== undefined && first === second
    }) || isPartOf(bare(sent), bare(shown))
  )
}

const WEEK = 7
const isDay = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= WEEK
const isSameDay = (one: number, other: number): boolean => isDay(one) && isDay(other) && (one - other) % WEEK === 0

/** True for a number below zero or a huge one that was brought within bounds, and for one that was rounded. */
const isNearest = (sent: number, shown: number): boolean =>
  (sent < 0 && (shown === 0 || shown === 1)) ||
  (sent >= HUGE && shown > 0 && shown < sent) ||
  (!Number.isInteger(sent) && Math.abs(sent - shown) < 1)
const HUGE = 1_000_000

/** Readings of a text that make equal what means the same; undefined if it cannot be read so. */
const FORMS: readonly ((text: string) => string | undefined)[] = [
  (text) => bare(text),
  (text) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()),
  (text) => (URL.canParse(text) ? new URL(text).href : undefined),
]

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()-]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

const isPartOf = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.includes(other) || other.includes(one))
