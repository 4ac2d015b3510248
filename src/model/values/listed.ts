import type { Row } from '../table/table.ts'
import type { Reader } from '../world/reader.ts'

/** Things, given oldest first, in the order and number of lists for which neither is stated. */
export function listed<T>(reader: Reader, oldestFirst: Iterable<T>, nameOf: (thing: T) => string): T[] {
  return inOrder(reader, oldestFirst, nameOf).slice(0, reader.gap('general.list-limit') ?? undefined)
}

/** Rows, given oldest first, in the order of lists for which none is stated. */
export function inListOrder<R extends Row & { readonly name: string }>(reader: Reader, oldestFirst: Iterable<R>): R[] {
  return inOrder(reader, oldestFirst, ({ name }) => name)
}

function inOrder<T>(reader: Reader, oldestFirst: Iterable<T>, nameOf: (thing: T) => string): T[] {
  const things = [...oldestFirst]
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
