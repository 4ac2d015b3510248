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
  note(start: World, change: Change): OpenWorld {
    this.#start ??= start
    this.#open ??= new OpenWorld(start)
    this.#open.change(change)
    this.push(change)
    return this.#open
  }

  worldAfter(start: World): World | undefined {
    return this.#start === start ? this.#open?.world : undefined
  }
}

export type { NotedChanges }
export const noChangesYet = (): NotedChanges => new NotedChanges()

type Tables = Record<string, Table<Row>>

/** A world that is being changed: tables in place, each copied once, or again when somebody holds on to it. */
export class OpenWorld {
  readonly #start: World
  /** Ours to change once `#own` has any; until then they are somebody's. */
  #tables: Tables
  #own: TableName[] = []
  #held = true
  #nowMs: number
  serial: number

  constructor(start: World) {
    this.#start = start
    this.#tables = start.tables as unknown as Tables
    this.#nowMs = start.nowMs
    this.serial = start.serial
  }

  /** To look at one row. */
  table(name: TableName): Table<Row> {
    return this.#tables[name] as Table<Row>
  }

  /** To go through rows: what it holds stays as it is, whatever changes meanwhile. */
  settled(name: TableName): Table<Row> {
    const at = this.#own.indexOf(name)
    if (at >= 0) this.#own.splice(at, 1)
    return this.table(name)
  }

  change(change: Change): void {
    if (change.kind === 'serial') this.serial = change.serial
    else if (change.kind === 'clock') this.#nowMs = change.nowMs
    else if (change.kind === 'put') putInto(this.#ownTable(change.table), change.row)
    else removeFrom(this.#ownTable(change.table), change.key)
  }

  /** The world as it has become; further changes do not reach it. */
  get world(): World {
    this.#own = []
    this.#held = true
    const tables = this.#tables as unknown as World['tables']
    return { ...this.#start, nowMs: this.#nowMs, serial: this.serial, tables }
  }

  #ownTable(name: TableName): Table<Row> {
    if (this.#own.includes(name)) return this.table(name)
    if (this.#held) this.#tables = { ...this.#tables }
    this.#held = false
    this.#own.push(name)
    const copy = copyTable(this.table(name))
    this.#tables[name] = copy
    return copy
  }
}
