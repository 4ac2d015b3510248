import { openTable, putInto, type Row, removeFrom, type Table } from '../table/table.ts'
import type { Rows, TableName } from './rows.ts'

/** A whole simulated platform at one instant. Immutable: a change makes a new one. */
export interface World {
  readonly nowMs: number
  /** Grows with everything that is made: source of ids, secrets and order. */
  readonly serial: number
  readonly seed: string
  /** symbolic: fresh values are placeholders until a target's answer shows the real ones. */
  readonly values: 'real' | 'symbolic'
  readonly tables: { readonly [Name in TableName]: Table<Rows[Name]> }
  /** The owner of the set of tables, who may change it in place. */
  readonly owner?: object
}

/** A row that is put in place of the one with its key, or taken away. */
export type RowChange =
  | { readonly kind: 'put'; readonly table: TableName; readonly row: Row }
  | { readonly kind: 'remove'; readonly table: TableName; readonly key: readonly string[] }

export type Change =
  | RowChange
  | { readonly kind: 'serial'; readonly serial: number }
  | { readonly kind: 'clock'; readonly nowMs: number }

/** True if the world keeps a table of this entity. */
export const hasTable = ({ tables }: World, entity: string): entity is TableName => entity in tables

/**
 * The world after some changes; the one before stays as it is. Whoever holds a world alone may say so by an owner, any
 * object that stands for that: tables which this owner made before are then changed in place, and the world before is
 * used up. To change a large table costs several times as much when it has to stay as it was for somebody.
 */
export function apply(world: World, changes: readonly Change[], owner: object = {}): World {
  if (changes.length === 0) return world
  let tables: Record<TableName, Table<Row>> | undefined
  let { nowMs, serial } = world
  let opened: TableName[] | undefined
  for (const change of changes)
    if (change.kind === 'serial') serial = change.serial
    else if (change.kind === 'clock') nowMs = change.nowMs
    else {
      tables ??= world.owner === owner ? world.tables : { ...world.tables }
      if (!opened?.includes(change.table)) {
        opened = opened ? [...opened, change.table] : [change.table]
        tables[change.table] = openTable<Row>(tables[change.table], owner)
      }
      if (change.kind === 'put') putInto(tables[change.table], change.row)
      else removeFrom(tables[change.table], change.key)
    }
  // Passing time keeps the same table objects, so a comparison shows that nothing has changed.
  if (!tables) return { ...world, nowMs, serial }
  const { seed, values } = world
  return { nowMs, serial, seed, values, tables: tables as World['tables'], owner }
}
