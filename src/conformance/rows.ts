import type { Row, Table } from '../model/table.ts'
import type { World } from '../model/world.ts'

/** The rows of an entity, whichever it is; none when the model keeps no such table. */
export function rowsOf(world: World, entity: string): Row[] {
  const table = (world.tables as unknown as Readonly<Record<string, Table<Row> | undefined>>)[entity]
  return table ? [...table.rows.values()] : []
}

/** Those the API still knows: a soft-deleted row is not one. */
export function liveRows(world: World, entity: string, org: string): Row[] {
  return rowsOf(world, entity).filter((row) => row.org === org && !('deleted' in row && row.deleted === true))
}
