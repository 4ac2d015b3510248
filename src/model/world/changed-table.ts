import {
  fillTable,
  getRow,
  joinKey,
  keyOf,
  openTable,
  putInto,
  type Row,
  removeFrom,
  type Table,
} from '../table/table.ts'
import type { RowChange } from './world.ts'

/** Number of rows from which they are inserted in bulk. */
const MANY = 8

/**
 * A table with the changes of a transaction, beside the one it began with. A row that was changed is found at once; only
 * for whoever goes through rows is the whole table made, and most transactions never do that after a change.
 */
export class ChangedTable {
  #table: Table<Row>
  /** Stands for the transaction among the owners of tables. */
  #owner = {}
  /** Changes that are not in the table yet. */
  #noted: RowChange[] | undefined
  /** The same by key, from when a row is asked for: most transactions do not look again at what they have changed. */
  #byKey: Map<string, RowChange> | undefined

  constructor(start: Table<Row>) {
    this.#table = start
  }

  note(change: RowChange): void {
    if (this.#byKey) this.#byKey.set(this.#keyOf(change), change)
    else if (this.#noted) this.#noted.push(change)
    else this.#noted = [change]
  }

  get(key: readonly string[]): Row | undefined {
    const change = this.#waiting.get(joinKey(key))
    if (!change) return getRow(this.#table, key)
    return change.kind === 'put' ? change.row : undefined
  }

  get table(): Table<Row> {
    const count = this.#byKey?.size ?? this.#noted?.length ?? 0
    if (count === 0) return this.#table
    this.#table = openTable(this.#table, this.#owner)
    if (this.#table.rows.size === 0 && count > MANY) fillTable(this.#table, rowsPut(this.#waiting.values()))
    else putOneByOne(this.#table, this.#byKey?.values() ?? this.#noted ?? [])
    this.#noted = undefined
    this.#byKey?.clear()
    return this.#table
  }

  get #waiting(): Map<string, RowChange> {
    this.#byKey ??= new Map(this.#noted?.map((change) => [this.#keyOf(change), change]))
    this.#noted = undefined
    return this.#byKey
  }

  #keyOf(change: RowChange): string {
    return joinKey(change.kind === 'put' ? keyOf(this.#table, change.row) : change.key)
  }

  /** The table for somebody else to have: further changes do not reach it. */
  handedOver(): Table<Row> {
    const { table } = this
    this.#owner = {}
    return table
  }
}

function putOneByOne(table: Table<Row>, changes: Iterable<RowChange>): void {
  for (const change of changes)
    if (change.kind === 'put') putInto(table, change.row)
    else removeFrom(table, change.key)
}

const rowsPut = (changes: Iterable<RowChange>): Row[] => [
  ...Iterator.from(changes).flatMap((change) => (change.kind === 'put' ? [change.row] : [])),
]
