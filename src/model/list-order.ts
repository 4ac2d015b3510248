import type { Reader } from './context.ts'
import type { Row } from './table.ts'

/** Rows, given oldest first, in the order of lists for which none is stated. */
export function inListOrder<R extends Row & { readonly name: string }>(reader: Reader, oldestFirst: Iterable<R>): R[] {
  const rows = [...oldestFirst]
  switch (reader.gap('general.list-order')) {
    case 'oldest-first':
      return rows
    case 'newest-first':
      return rows.reverse()
    case 'by-name':
      return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  }
}
