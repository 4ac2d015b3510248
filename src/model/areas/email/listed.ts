import type { Reader } from '../../context.ts'
import type { Row } from '../../table.ts'

/** Rows, given oldest first, in the order and number of lists for which none is stated. */
export function listed<R extends Row>(reader: Reader, oldestFirst: Iterable<R>, name: (row: R) => string): R[] {
  const rows = [...oldestFirst]
  const order = reader.gap('general.list-order')
  if (order === 'newest-first') rows.reverse()
  if (order === 'by-name') rows.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
  return rows.slice(0, reader.gap('general.list-limit') ?? undefined)
}
