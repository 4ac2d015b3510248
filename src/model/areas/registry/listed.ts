import type { Reader } from '../../context.ts'

/** Things, given oldest first, in the order and number of lists for which neither is stated. */
export function listed<T>(reader: Reader, oldestFirst: Iterable<T>, nameOf: (thing: T) => string): T[] {
  const things = [...oldestFirst]
  const order = reader.gap('general.list-order')
  if (order === 'newest-first') things.reverse()
  if (order === 'by-name') things.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return things.slice(0, reader.gap('general.list-limit') ?? undefined)
}
