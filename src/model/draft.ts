import type { GapId, GapValues } from '../contract/generated/gaps.ts'
import type { Reader, Writer } from './context.ts'
import { type Fresh, makeFresh } from './fresh.ts'
import type { DueRow, Rows, TableName } from './state.ts'
import { getRow, newestFirst, oldestFirst, type Row, type Table } from './table.ts'
import { type Change, noChangesYet, type OpenWorld, type World } from './world.ts'

/** Values at open points, and which statements are switched off. */
export interface Choices {
  value<Id extends GapId>(id: Id): GapValues[Id]
  /** For open values that are only shown; a symbolic world answers with a placeholder. */
  fill?<Id extends GapId>(id: Id): GapValues[Id]
  readonly off?: ReadonlySet<string> | undefined
}

/** A world being read and, in the same breath, changed on paper. The world itself stays as it is. */
export interface Draft extends Reader, Writer {
  readonly world: World
  readonly changes: readonly Change[]
  readonly gapsConsulted: readonly GapId[]
  readonly rulesFollowed: readonly string[]
  /** What of the world was looked at so far. */
  readonly looked: Looked
}

/** The parts of a world that an outcome depends on: in a world that has the same ones it would be the same. */
export interface Looked {
  readonly tables: readonly TableName[]
  /** Whether the clock was read. */
  readonly time: boolean
}

export const makeDraft = (start: World, choices: Choices): Draft => new Paper(start, choices)

/**
 * Made for every request, so it sets up for changes only once there is one. What others may inherit from it, with
 * another clock for instance, gets along without private names.
 */
class Paper implements Draft {
  readonly changes = noChangesYet()
  readonly gapsConsulted: GapId[] = []
  readonly rulesFollowed: string[] = []
  readonly looked = { tables: [] as TableName[], time: false }
  private readonly start: World
  private readonly choices: Choices
  #open: OpenWorld | undefined
  private made: Fresh | undefined

  constructor(start: World, choices: Choices) {
    this.start = start
    this.choices = choices
  }

  get world(): World {
    return this.present()
  }

  get nowMs(): number {
    this.looked.time = true
    return this.start.nowMs
  }

  get fresh(): Fresh {
    this.made ??= makeFresh(this.start, this.serial, this.choices)
    return this.made
  }

  private readonly present = (): World => this.#open?.world ?? this.start

  // Functions of their own, not methods: effects take them out of their context.
  readonly get = <Name extends TableName>(name: Name, ...key: string[]): Rows[Name] | undefined =>
    getRow(this.#table(name), key) as Rows[Name] | undefined

  readonly newest = <Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> =>
    newestFirst(this.#settled(name), index, parts) as Iterable<Rows[Name]>

  readonly oldest = <Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> =>
    oldestFirst(this.#settled(name), index, parts) as Iterable<Rows[Name]>

  readonly gap = <Id extends GapId>(id: Id): GapValues[Id] => {
    note(this.gapsConsulted, id)
    return this.choices.value(id)
  }

  readonly peek = <Id extends GapId>(id: Id): GapValues[Id] => this.choices.value(id)

  readonly fill = <Id extends GapId>(id: Id): GapValues[Id] => {
    note(this.gapsConsulted, id)
    return this.choices.fill ? this.choices.fill(id) : this.choices.value(id)
  }

  readonly follow = (rule: { readonly id: string }): boolean => {
    note(this.rulesFollowed, rule.id)
    return !this.choices.off?.has(rule.id)
  }

  readonly put = <Name extends TableName>(name: Name, row: Rows[Name]): Rows[Name] => {
    this.#record({ kind: 'put', table: name, row })
    return row
  }

  readonly remove = (name: TableName, ...key: string[]): void => {
    this.#record({ kind: 'remove', table: name, key })
  }

  readonly serial = (): number => {
    const next = this.#open?.serial ?? this.start.serial
    this.#record({ kind: 'serial', serial: next + 1 })
    return next
  }

  readonly schedule = (timer: string, atMs: number, data: DueRow['data']): string => {
    const seq = this.serial()
    const row: DueRow = { id: String(seq), org: '*', seq, atMs, timer, data }
    this.#record({ kind: 'put', table: 'Due', row })
    return row.id
  }

  readonly cancel = (dueId: string): void => {
    this.#record({ kind: 'remove', table: 'Due', key: ['*', dueId] })
  }

  #record(change: Change): void {
    this.#open = this.changes.note(this.start, change)
  }

  /** To look at one row. */
  #table(name: TableName): Table<Row> {
    note(this.looked.tables, name)
    return this.#open ? this.#open.table(name) : (this.start.tables[name] as unknown as Table<Row>)
  }

  /** To go through rows while others change. */
  #settled(name: TableName): Table<Row> {
    note(this.looked.tables, name)
    return this.#open ? this.#open.settled(name) : (this.start.tables[name] as unknown as Table<Row>)
  }
}

/** They are few, so a list of them costs less than a set. */
function note<T>(noted: T[], one: T): void {
  if (!noted.includes(one)) noted.push(one)
}
