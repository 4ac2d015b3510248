const MOST_VALUES = 4
const LONGEST = 60

/** A few of the values, each in a few words: a document that differs from thing to thing is no choice to read about. */
export function inShort(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => {
    const text = JSON.stringify(value)
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  })
  const more = values.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
