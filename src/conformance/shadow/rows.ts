import type { Row, Table } from '../../model/table/table.ts'
import type { Rows, TableName } from '../../model/world/rows.ts'
import { hasTable, type World } from '../../model/world/world.ts'

const listed = new WeakMap<Table<Row>, readonly Row[]>()
const indexed = new WeakMap<Table<Row>, ReadonlyMap<string, readonly Row[]>>()
const NONE: readonly Row[] = []

/** The table of an entity; undefined if the model has none. */
export function tableOf(world: World, entity: string): Table<Row> | undefined {
  return hasTable(world, entity) ? world.tables[entity] : undefined
}

/** The rows of an entity, typed if its name is a literal. Tables are immutable, so each is read once. */
export function rowsOf<Name extends TableName>(world: World, entity: Name): readonly Rows[Name][]
export function rowsOf(world: World, entity: string): readonly Row[]
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

/** The rows of an entity with this identifier, in any organization and below any parent. */
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

/** Soft-deleted or revoked: still in the model, no longer in the API. */
export const isGone = (row: Row): boolean => hasMark(row, GONE)

/** The same, and it takes no time: nobody can still see it. */
export const isGoneForGood = (row: Row): boolean => hasMark(row, GONE_FOR_GOOD)

const hasMark = (row: Row & Marks, marks: readonly Mark[]): boolean => marks.some((mark) => row[mark] === true)

const GONE_FOR_GOOD = ['deleted', 'revoked', 'lifted'] as const
const GONE = [...GONE_FOR_GOOD, 'deleting'] as const
type Mark = (typeof GONE)[number]
type Marks = { readonly [One in Mark]?: unknown }

/** The rows of an organization that are still in the API. */
export function liveRows<Name extends TableName>(world: World, entity: Name, org: string): Rows[Name][]
export function liveRows(world: World, entity: string, org: string): Row[]
export function liveRows(world: World, entity: string, org: string): Row[] {
  return rowsOf(world, entity).filter((row) => row.org === org && !isGone(row))
}
