/**
 * True if one value could be the other in a form of a target's own: a time without its seconds, an address in small letters,
 * the same instant in another zone, another number for the same day of the week. A value that was lost or replaced is none.
 */
export function sameMeaning(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return isDay(one) && isDay(other) && (one - other) % WEEK === 0
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return (
    FORMS.some((form) => {
      const [first, second] = [form(one), form(other)]
      return first !== undefined && first === second
    }) || isPartOf(bare(one), bare(other))
  )
}

const WEEK = 7
const isDay = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= WEEK

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
