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
  /** Changes that are not in the table yet, by key. */
  readonly #waiting = new Map<string, RowChange>()

  constructor(start: Table<Row>) {
    this.#table = start
  }

  note(change: RowChange): void {
    this.#waiting.set(joinKey(change.kind === 'put' ? keyOf(this.#table, change.row) : change.key), change)
  }

  get(key: readonly string[]): Row | undefined {
    const change = this.#waiting.get(joinKey(key))
    if (!change) return getRow(this.#table, key)
    return change.kind === 'put' ? change.row : undefined
  }

  get table(): Table<Row> {
    if (this.#waiting.size === 0) return this.#table
    this.#table = openTable(this.#table, this.#owner)
    if (this.#table.rows.size === 0 && this.#waiting.size > MANY)
      fillTable(this.#table, rowsPut(this.#waiting.values()))
    else this.#putOneByOne()
    this.#waiting.clear()
    return this.#table
  }

  #putOneByOne(): void {
    for (const change of this.#waiting.values())
      if (change.kind === 'put') putInto(this.#table, change.row)
      else removeFrom(this.#table, change.key)
  }

  /** The table for somebody else to have: further changes do not reach it. */
  handedOver(): Table<Row> {
    const { table } = this
    this.#owner = {}
    return table
  }
}

const rowsPut = (changes: Iterable<RowChange>): Row[] => [
  ...Iterator.from(changes).flatMap((change) => (change.kind === 'put' ? [change.row] : [])),
]
