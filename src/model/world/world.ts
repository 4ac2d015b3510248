import { copyTable, isWalked, putInto, type Row, removeFrom, type Table } from '../table/table.ts'
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
}

export type Change =
  | { readonly kind: 'put'; readonly table: TableName; readonly row: Row }
  | { readonly kind: 'remove'; readonly table: TableName; readonly key: readonly string[] }
  | { readonly kind: 'serial'; readonly serial: number }
  | { readonly kind: 'clock'; readonly nowMs: number }

/** Whether the world keeps a table of this entity. */
export const hasTable = ({ tables }: World, entity: string): entity is TableName => entity in tables

/** The only thing that makes a different world out of one. */
export function apply(world: World, changes: readonly Change[]): World {
  if (changes.length === 0) return world
  const made = changes instanceof NotedChanges ? changes.worldAfter(world) : undefined
  if (made) return made
  const open = new OpenWorld(world)
  for (const change of changes) open.change(change)
  return open.world
}

/** Changes that were made to an open world one by one, so that they need not be made to its start once more. */
class NotedChanges extends Array<Change> {
  #start: World | undefined
  #open: OpenWorld | undefined

  static override get [Symbol.species]() {
    return Array
  }

  /** Also makes it: the world is opened by the first one. */
  note(start: World, change: Change, own?: OwnTables): OpenWorld {
    this.#start ??= start
    this.#open ??= new OpenWorld(start, own)
    this.#open.change(change)
    this.push(change)
    return this.#open
  }

  worldAfter(start: World): World | undefined {
    return this.#start === start ? this.#open?.worldInUse : undefined
  }
}

export type { NotedChanges }
export const noChangesYet = (): NotedChanges => new NotedChanges()

type Tables = Record<string, Table<Row>>

/**
 * The tables that may be changed in place, because whoever has this has nobody else holding on to them. To change a
 * large table costs several times as much when it has to stay as it was for somebody.
 */
export class OwnTables {
  /** Only of the world with these tables. */
  of: Tables | undefined
  names: TableName[] = []

  holds({ tables }: World): boolean {
    return this.of === (tables as unknown)
  }

  /** Somebody else holds on to the world from now on. */
  share(): void {
    this.of = undefined
  }
}

/** A world that is being changed: tables that are its own in place, others copied first. */
export class OpenWorld {
  readonly #start: World
  readonly #own: OwnTables
  #tables: Tables
  /** What these changes have touched: it has become another table, for those who compare. */
  #touched: TableName[] = []
  #nowMs: number
  serial: number

  constructor(start: World, own = new OwnTables()) {
    this.#start = start
    this.#own = own
    this.#tables = start.tables as unknown as Tables
    this.#nowMs = start.nowMs
    this.serial = start.serial
  }

  table(name: TableName): Table<Row> {
    return this.#tables[name] as Table<Row>
  }

  change(change: Change): void {
    if (change.kind === 'serial') this.serial = change.serial
    else if (change.kind === 'clock') this.#nowMs = change.nowMs
    else if (change.kind === 'put') putInto(this.#ownTable(change.table), change.row)
    else removeFrom(this.#ownTable(change.table), change.key)
  }

  /** The world as it has become; further changes do not reach it. */
  get world(): World {
    this.#own.share()
    return this.worldInUse
  }

  /** The same for whoever owns its tables, and may go on changing them. */
  get worldInUse(): World {
    const tables = this.#tables as unknown as World['tables']
    return { ...this.#start, nowMs: this.#nowMs, serial: this.serial, tables }
  }

  /** A table to change: what others hold, or are going through, stays as it is. */
  #ownTable(name: TableName): Table<Row> {
    if (this.#own.of !== this.#tables) {
      this.#tables = { ...this.#tables }
      this.#own.of = this.#tables
      this.#own.names = []
      this.#touched = []
    }
    const table = this.table(name)
    const ours = this.#own.names.includes(name)
    if (ours && isWalked(table)) return this.#replace(name, copyTable(table))
    if (ours && this.#touched.includes(name)) return table
    this.#touched.push(name)
    if (ours) return this.#replace(name, { ...table })
    this.#own.names.push(name)
    return this.#replace(name, copyTable(table))
  }

  #replace(name: TableName, table: Table<Row>): Table<Row> {
    this.#tables[name] = table
    return table
  }
}
