import type { Reader } from '../world/reader.ts'

/** Things, given oldest first, in the order and number of lists for which neither is stated. */
export function listed<T>(reader: Reader, oldestFirst: Iterable<T>, nameOf: (thing: T) => string): T[] {
  return inOrder(reader, [...oldestFirst], nameOf).slice(0, reader.gap('general.list-limit') ?? undefined)
}

function inOrder<T>(reader: Reader, things: T[], nameOf: (thing: T) => string): T[] {
  switch (reader.gap('general.list-order')) {
    case 'oldest-first':
      return things
    case 'newest-first':
      return things.reverse()
    case 'by-name':
      return things.sort((a, b) => compared(nameOf(a), nameOf(b)))
  }
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
