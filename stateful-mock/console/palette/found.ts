/** Something that the palette can lead to, or do. */
export interface Item {
  readonly kind: string
  readonly title: string
  /** Beside the title; found by as well. */
  readonly note?: string
  readonly href?: string
  readonly run?: () => unknown
}

const MOST = 40

/** The items in which every word occurs, best first: at the start of the title, then of a word, then anywhere. */
export function found(items: readonly Item[], text: string): readonly Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items.filter(({ kind }) => kind === 'Page' || kind === 'Do').slice(0, MOST)
  return items
    .flatMap((item) => {
      const score = scoreOf(item, words)
      return score === undefined ? [] : [{ item, score }]
    })
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MOST)
    .map(({ item }) => item)
}

function scoreOf({ title, note = '', kind }: Item, words: readonly string[]): number | undefined {
  const name = title.toLowerCase()
  const all = `${name} ${note.toLowerCase()} ${kind.toLowerCase()}`
  if (!words.every((word) => all.includes(word))) return undefined
  const [first = ''] = words
  const place = name === words.join(' ') ? 0 : name.startsWith(first) ? 1 : name.includes(` ${first}`) ? 2 : 3
  return (name.includes(first) ? place : 4) * 100 + Math.min(99, title.length)
}
