import type { Row, Table } from '../model/table.ts'
import type { World } from '../model/world.ts'

/** The rows of an entity, whichever it is; none when the model keeps no such table. */
export function rowsOf(world: World, entity: string): Row[] {
  const table = (world.tables as unknown as Readonly<Record<string, Table<Row> | undefined>>)[entity]
  return table ? [...table.rows.values()] : []
}

/** Soft-deleted or revoked: the model remembers it, the API no longer serves it. */
export const isGone = (row: Row): boolean =>
  GONE.some((mark) => (row as unknown as Readonly<Record<string, unknown>>)[mark] === true)

const GONE = ['deleted', 'deleting', 'revoked', 'lifted']

/** Those the API still knows. */
export function liveRows(world: World, entity: string, org: string): Row[] {
  return rowsOf(world, entity).filter((row) => row.org === org && !isGone(row))
}
