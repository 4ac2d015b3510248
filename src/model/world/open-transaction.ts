import type { GapId } from '../../contract/generated/gaps.ts'
import { getRow, type Row, type Table } from '../table/table.ts'
import { ChangedTable } from './changed-table.ts'
import type { Choices } from './choices.ts'
import { type Fresh, makeFresh } from './fresh.ts'
import { Noted } from './noted.ts'
import type { TableName } from './rows.ts'
import type { Change, RowChange, World } from './world.ts'

/** The parts of a world that an outcome depends on: in a world that has the same ones it would be the same. */
export interface Looked {
  /** Tables that were gone through. */
  readonly tables: readonly TableName[]
  readonly rows: readonly LookedRow[]
  /** True if the clock was read. */
  readonly time: boolean
}

/** The same while it is being found out. */
interface Notes extends Looked {
  readonly tables: TableName[]
  readonly rows: LookedRow[]
  time: boolean
}

export const nothingLookedAt = (): Notes => ({ tables: [], rows: [], time: false })

/** A row that was asked for by its key; undefined where there was none. */
export interface LookedRow {
  readonly table: TableName
  readonly key: readonly string[]
  readonly row: Row | undefined
}

const NO_GAPS = new Noted<GapId>()
const NO_RULES = new Noted<string>()

/**
 * The changes to a world by one input. The world it began with stays as it is: the transaction is committed, or simply
 * dropped. One is made for every request, so it sets up little.
 */
export class OpenTransaction {
  /** The world it began with. */
  readonly world: World
  readonly choices: Choices
  readonly changes: Change[] = []
  /** Noted only for whoever wants to know. */
  readonly looked: Notes | undefined
  #gaps = NO_GAPS
  #rules = NO_RULES
  #changed: Map<TableName, ChangedTable> | undefined
  #serial: number
  #fresh: Fresh | undefined

  constructor(world: World, choices: Choices, looked?: Notes) {
    this.world = world
    this.choices = choices
    this.looked = looked
    this.#serial = world.serial
  }

  /** Those that were asked for so far. */
  get gapsConsulted(): readonly GapId[] {
    return this.#gaps.names
  }

  get rulesCited(): readonly string[] {
    return this.#rules.names
  }

  noteGap(id: GapId): void {
    this.#gaps = this.#gaps.with(id)
  }

  noteRule(id: string): void {
    this.#rules = this.#rules.with(id)
  }

  get fresh(): Fresh {
    this.#fresh ??= makeFresh(this.world, () => this.nextSerial(), this.choices)
    return this.#fresh
  }

  /** A number never used before. */
  nextSerial(): number {
    const next = this.#serial++
    this.changes.push({ kind: 'serial', serial: this.#serial })
    return next
  }

  row(name: TableName, key: readonly string[]): Row | undefined {
    const changed = this.#changed?.get(name)
    if (changed) return changed.get(key)
    const row = getRow<Row>(this.world.tables[name], key)
    this.looked?.rows.push({ table: name, key, row })
    return row
  }

  /** A table as it has become, to go through its rows. */
  table(name: TableName): Table<Row> {
    if (this.looked) note(this.looked.tables, name)
    return this.#changed?.get(name)?.table ?? this.world.tables[name]
  }

  change(change: RowChange): void {
    this.changes.push(change)
    this.#changed ??= new Map()
    let changed = this.#changed.get(change.table)
    if (!changed) {
      changed = new ChangedTable(this.world.tables[change.table])
      this.#changed.set(change.table, changed)
    }
    changed.note(change)
  }

  /** The world as it has become; further changes do not reach it. */
  commit(): World {
    const tables: Record<TableName, Table<Row>> = { ...this.world.tables }
    for (const [name, changed] of this.#changed ?? []) tables[name] = changed.handedOver()
    return { ...this.world, serial: this.#serial, tables: tables as World['tables'] }
  }
}

/** They are few, so a list of them costs less than a set. */
function note<T>(noted: T[], one: T): void {
  if (!noted.includes(one)) noted.push(one)
}
