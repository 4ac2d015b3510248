import { type Rows, TABLES, type TableName } from './state.ts'
import { copyTable, emptyTable, putInto, type Row, removeFrom, type Table } from './table.ts'

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
  const open = openWorld(world)
  for (const change of changes) open.change(change)
  return open.world
}

/** A world that is being changed. The one it started from stays as it is. */
export interface OpenWorld {
  readonly serial: number
  /** To look at one row. */
  table(name: TableName): Table<Row>
  /** To go through rows: what it holds stays as it is, whatever changes meanwhile. */
  settled(name: TableName): Table<Row>
  change(change: Change): void
  /** The world as it has become. */
  readonly world: World
}

/** Changes tables in place, each copied once, or again when somebody holds on to it. */
export function openWorld(start: World): OpenWorld {
  const tables: Record<string, Table<Row>> = { ...(start.tables as unknown as Record<string, Table<Row>>) }
  const own = new Set<TableName>()
  let { serial, nowMs } = start

  const table = (name: TableName) => tables[name] as Table<Row>
  function ownTable(name: TableName): Table<Row> {
    if (own.has(name)) return table(name)
    own.add(name)
    const copy = copyTable(table(name))
    tables[name] = copy
    return copy
  }

  return {
    get serial() {
      return serial
    },
    table,
    settled(name) {
      own.delete(name)
      return table(name)
    },
    change(change) {
      if (change.kind === 'serial') serial = change.serial
      else if (change.kind === 'clock') nowMs = change.nowMs
      else if (change.kind === 'put') putInto(ownTable(change.table), change.row)
      else removeFrom(ownTable(change.table), change.key)
    },
    get world() {
      own.clear()
      return { ...start, serial, nowMs, tables: { ...tables } as unknown as World['tables'] }
    },
  }
}
