import type { Row, Table } from '../../model/table.ts'
import type { World } from '../../model/world.ts'

const listed = new WeakMap<Table<Row>, readonly Row[]>()
const indexed = new WeakMap<Table<Row>, ReadonlyMap<string, readonly Row[]>>()
const NONE: readonly Row[] = []

export const tableOf = (world: World, entity: string): Table<Row> | undefined =>
  (world.tables as unknown as Readonly<Record<string, Table<Row> | undefined>>)[entity]

/** The rows of an entity, whichever it is; none when the model keeps no such table. Tables never change, so once each. */
export function rowsOf(world: World, entity: string): readonly Row[] {
  const table = tableOf(world, entity)
  return table ? rowsIn(table) : NONE
}

export function rowsIn(table: Table<Row>): readonly Row[] {
  const known = listed.get(table)
  if (known) return known
  const rows = [...table.rows.values()]
  listed.set(table, rows)
  return rows
}

/** Those of an entity that have this identifier, in any organization and below any parent. */
export function rowsWithId(world: World, entity: string, id: string): readonly Row[] {
  const table = tableOf(world, entity)
  if (!table) return NONE
  let rows = indexed.get(table)
  if (!rows) {
    rows = Map.groupBy(rowsIn(table), (row) => row.id)
    indexed.set(table, rows)
  }
  return rows.get(id) ?? NONE
}

/** Soft-deleted or revoked: the model remembers it, the API no longer serves it. */
export const isGone = (row: Row): boolean =>
  GONE.some((mark) => (row as unknown as Readonly<Record<string, unknown>>)[mark] === true)

const GONE = ['deleted', 'deleting', 'revoked', 'lifted']

/** Those the API still knows. */
export function liveRows(world: World, entity: string, org: string): Row[] {
  return rowsOf(world, entity).filter((row) => row.org === org && !isGone(row))
}
