import { emptyTable, type Table } from './table/table.ts'
import { TABLES } from './tables.ts'
import type { TableName } from './world/rows.ts'
import type { World } from './world/world.ts'

/** A world in which nothing is and nothing has happened. */
export function emptyWorld(options: { nowMs: number; seed?: string; values?: World['values'] }): World {
  return {
    nowMs: options.nowMs,
    serial: 1,
    seed: options.seed ?? 'understudy',
    values: options.values ?? 'real',
    tables: emptyTables(),
  }
}

function emptyTables(): World['tables'] {
  const tables: Partial<Record<TableName, Table<never>>> = {}
  for (const name of Object.keys(TABLES) as TableName[]) tables[name] = emptyTable<never>(TABLES[name])
  return tables as World['tables']
}
