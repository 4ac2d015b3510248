import { type Rows, TABLES, type TableName } from './state.ts'
import { emptyTable, putRow, type Row, removeRow, type Table } from './table.ts'

/** A whole simulated platform at one instant. Immutable: a change makes a new one. */
export interface World {
  readonly nowMs: number
  /** Grows with everything that is made: source of ids, secrets and order. */
  readonly serial: number
  readonly seed: string
  /** symbolic: fresh values are placeholders until a target's answer shows the real ones. */
  readonly values: 'real' | 'symbolic'
  readonly tables: { readonly [Name in TableName]: Table<Rows[Name]> }
}

export type Change =
  | { readonly kind: 'put'; readonly table: TableName; readonly row: Row }
  | { readonly kind: 'remove'; readonly table: TableName; readonly key: readonly string[] }
  | { readonly kind: 'serial'; readonly serial: number }
  | { readonly kind: 'clock'; readonly nowMs: number }

export function emptyWorld(options: { nowMs: number; seed?: string; values?: World['values'] }): World {
  const tables = Object.fromEntries(
    Object.entries(TABLES).map(([name, definition]) => [name, emptyTable<never>(definition as never)]),
  )
  return {
    nowMs: options.nowMs,
    serial: 1,
    seed: options.seed ?? 'understudy',
    values: options.values ?? 'real',
    tables: tables as unknown as World['tables'],
  }
}

/** The only thing that makes a different world out of one. */
export function apply(world: World, changes: readonly Change[]): World {
  if (changes.length === 0) return world
  const tables: Record<string, Table<Row>> = { ...(world.tables as unknown as Record<string, Table<Row>>) }
  let { serial, nowMs } = world
  for (const change of changes) {
    if (change.kind === 'serial') serial = change.serial
    else if (change.kind === 'clock') nowMs = change.nowMs
    else tables[change.table] = changedTable(tables[change.table] as Table<Row>, change)
  }
  return { ...world, serial, nowMs, tables: tables as unknown as World['tables'] }
}

function changedTable(table: Table<Row>, change: Extract<Change, { table: TableName }>): Table<Row> {
  return change.kind === 'put' ? putRow(table, change.row) : removeRow(table, change.key)
}
