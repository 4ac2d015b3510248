import type { GapId, GapValues } from '../../contract/generated/gaps.ts'
import { getRow, newestFirst, oldestFirst, type Row, type Table } from '../table/table.ts'
import { type Fresh, makeFresh } from './fresh.ts'
import type { Reader } from './reader.ts'
import type { DueRow, Rows, TableName } from './rows.ts'
import {
  type Change,
  hasTable,
  type NotedChanges,
  noChangesYet,
  type OpenWorld,
  type OwnTables,
  type World,
} from './world.ts'
import type { Writer } from './writer.ts'

/** Values at open points, and which refusals are left aside. */
export interface Choices {
  value<Id extends GapId>(id: Id): GapValues[Id]
  /** For open values that are only shown; a symbolic world answers with a placeholder. */
  fill?<Id extends GapId>(id: Id): GapValues[Id]
  /** Ids of refusals that are not asked: what would be done if they did not apply. */
  readonly waived?: ReadonlySet<string> | undefined
}

/** The parts of a world that an outcome depends on: in a world that has the same ones it would be the same. */
export interface Looked {
  readonly tables: readonly TableName[]
  /** Whether the clock was read. */
  readonly time: boolean
}

/** What is written down. Several drafts can share it: a request's context is a draft on what decided it. */
class Sheet {
  readonly start: World
  readonly choices: Choices
  readonly gapsConsulted: GapId[] = []
  readonly rulesCited: string[] = []
  readonly looked = { tables: [] as TableName[], time: false }
  /** These two are there once something has changed. */
  changes: NotedChanges | undefined
  open: OpenWorld | undefined
  fresh: Fresh | undefined

  /** What may be changed in place. */
  readonly own: OwnTables | undefined

  constructor(start: World, choices: Choices, own?: OwnTables) {
    this.start = start
    this.choices = choices
    this.own = own
  }
}

const NO_CHANGES: readonly Change[] = []

/** With tables of its own it uses up the world it starts from. */
export const makeDraft = (start: World, choices: Choices, own?: OwnTables): Draft =>
  new Draft(new Sheet(start, choices, own))

/**
 * A world being read and, in the same breath, changed on paper. The world itself stays as it is. Made for every
 * request, so it sets up little.
 */
export class Draft implements Reader, Writer {
  private readonly sheet: Sheet
  private readonly atMs: number | undefined

  /** On a sheet of its own, or on that of another draft. */
  constructor(on: Sheet | Draft, atMs?: number) {
    this.sheet = on instanceof Draft ? on.sheet : on
    this.atMs = on instanceof Draft ? (atMs ?? on.atMs) : atMs
  }

  /** The same at another instant. */
  at(nowMs: number): Draft {
    return new Draft(this, nowMs)
  }

  get world(): World {
    return this.sheet.open?.world ?? this.sheet.start
  }

  get changes(): readonly Change[] {
    return this.sheet.changes ?? NO_CHANGES
  }

  get gapsConsulted(): readonly GapId[] {
    return this.sheet.gapsConsulted
  }

  get rulesCited(): readonly string[] {
    return this.sheet.rulesCited
  }

  /** What of the world was looked at so far. */
  get looked(): Looked {
    return this.sheet.looked
  }

  get nowMs(): number {
    this.sheet.looked.time = true
    return this.atMs ?? this.sheet.start.nowMs
  }

  get fresh(): Fresh {
    const { sheet } = this
    sheet.fresh ??= makeFresh(sheet.start, () => nextSerial(sheet), sheet.choices)
    return sheet.fresh
  }

  isTable(entity: string): entity is TableName {
    return hasTable(this.sheet.start, entity)
  }

  get<Name extends TableName>(name: Name, ...key: string[]): Rows[Name] | undefined {
    return getRow(lookedAt(this.sheet, name), key) as Rows[Name] | undefined
  }

  newest<Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> {
    return newestFirst(lookedAt(this.sheet, name), index, parts) as Iterable<Rows[Name]>
  }

  oldest<Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> {
    return oldestFirst(lookedAt(this.sheet, name), index, parts) as Iterable<Rows[Name]>
  }

  gap<Id extends GapId>(id: Id): GapValues[Id] {
    note(this.sheet.gapsConsulted, id)
    return this.sheet.choices.value(id)
  }

  peek<Id extends GapId>(id: Id): GapValues[Id] {
    return this.sheet.choices.value(id)
  }

  fill<Id extends GapId>(id: Id): GapValues[Id] {
    const { choices, gapsConsulted } = this.sheet
    note(gapsConsulted, id)
    return choices.fill ? choices.fill(id) : choices.value(id)
  }

  cite(rule: { readonly id: string }): void {
    note(this.sheet.rulesCited, rule.id)
  }

  put<Name extends TableName>(name: Name, row: Rows[Name]): Rows[Name] {
    record(this.sheet, { kind: 'put', table: name, row })
    return row
  }

  remove(name: TableName, ...key: string[]): void {
    record(this.sheet, { kind: 'remove', table: name, key })
  }

  serial(): number {
    return nextSerial(this.sheet)
  }

  schedule(timer: string, atMs: number, data: DueRow['data']): string {
    const seq = this.serial()
    const row: DueRow = { id: String(seq), org: '*', seq, atMs, timer, data }
    this.put('Due', row)
    return row.id
  }

  cancel(dueId: string): void {
    this.remove('Due', '*', dueId)
  }
}

function nextSerial(sheet: Sheet): number {
  const next = sheet.open?.serial ?? sheet.start.serial
  record(sheet, { kind: 'serial', serial: next + 1 })
  return next
}

function record(sheet: Sheet, change: Change): void {
  sheet.changes ??= noChangesYet()
  sheet.open = sheet.changes.note(sheet.start, change, sheet.own)
}

function lookedAt({ looked, open, start }: Sheet, name: TableName): Table<Row> {
  note(looked.tables, name)
  return open ? open.table(name) : start.tables[name]
}

/** They are few, so a list of them costs less than a set. */
function note<T>(noted: T[], one: T): void {
  if (!noted.includes(one)) noted.push(one)
}
