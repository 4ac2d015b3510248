import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { LastChange } from './last-change.ts'

/** The tables of a data file with what counts of each row. */
export const COLUMNS = {
  meta: ['key', 'value'],
  world: ['hash', 'body'],
  branch: ['id', 'parent', 'after'],
  sandbox: ['id', 'name', 'about', 'world', 'firstWorld', 'branch'],
  entry: ['branch', 'number', 'text'],
  packed: ['branch', 'first', 'last', 'body'],
  mark: ['sandbox', 'name', 'entry', 'note'],
  snapshot: ['sandbox', 'entry', 'about', 'world'],
} as const

export type TableName = keyof typeof COLUMNS
export const TABLES = Object.keys(COLUMNS) as readonly TableName[]
type Value = SQLInputValue | SQLOutputValue

/** Its row of `meta` is about all the others. */
const DIGEST = 'digest'

/**
 * The rows of a data file, with a digest of them all that every change brings along: a row that is lost, altered or
 * added by anybody else makes the digest wrong. An entry carries it in its own row, any other change in `meta`.
 */
export class CheckedRows {
  readonly #database: DatabaseSync
  readonly #last: LastChange
  readonly #insertEntry: StatementSync
  #digest: Uint8Array
  #change: number

  constructor(database: DatabaseSync, last: LastChange) {
    this.#database = database
    this.#last = last
    const { digest, change } = readDigest(database)
    this.#digest = digest
    this.#change = change
    this.#insertEntry = database.prepare(
      'INSERT INTO entry (branch, number, text, change, digest) VALUES (?, ?, ?, ?, ?)',
    )
  }

  /** The number of the row. */
  insert(table: Exclude<TableName, 'entry'>, row: readonly SQLInputValue[]): number {
    const columns = COLUMNS[table].slice(0, row.length)
    const marks = columns.map(() => '?').join(', ')
    const insert = this.#database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
    insert.run(...row)
    this.#toggle(table, row)
    return Number(row[0])
  }

  insertEntry(branch: number, number: number, text: string): void {
    const digest = toggled(this.#digest, rowHash('entry', [branch, number, text]))
    this.#insertEntry.run(branch, number, text, this.#change + 1, digest)
    this.#digest = digest
  }

  /** An entry that is a change by itself. */
  appendEntry(branch: number, number: number, text: string): void {
    this.insertEntry(branch, number, text)
    this.#committed()
  }

  /** Removes the rows that a condition holds for. */
  remove(table: TableName, condition: string, ...values: readonly SQLInputValue[]): void {
    const columns = COLUMNS[table]
    const rows = this.#database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${condition}`)
    for (const row of rows.iterate(...values)) this.#toggle(table, valuesOf(table, row))
    this.#database.prepare(`DELETE FROM ${table} WHERE ${condition}`).run(...values)
  }

  /** One change: all of it or nothing. */
  transaction<T>(act: () => T): T {
    const before = this.#digest
    this.#database.exec('BEGIN')
    try {
      const result = act()
      this.#writeDigest()
      this.#database.exec('COMMIT')
      this.#committed()
      return result
    } catch (error) {
      this.#digest = before
      // SQLite may have gone back by itself, when the disk is full for one.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** A number that no row of a table has had before. */
  freshId(table: 'branch' | 'sandbox'): number {
    const key = `last ${table}`
    const { value } = this.#database.prepare('SELECT value FROM meta WHERE key = ?').get(key) ?? {}
    const id = Number(value ?? 0) + 1
    this.remove('meta', 'key = ?', key)
    this.insert('meta', [key, String(id)])
    return id
  }

  #toggle(table: TableName, row: readonly Value[]): void {
    this.#digest = toggled(this.#digest, rowHash(table, row))
  }

  #writeDigest(): void {
    const value = `${this.#change + 1} ${Buffer.from(this.#digest).toString('hex')}`
    this.#database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(DIGEST, value)
  }

  #committed(): void {
    this.#change += 1
    this.#last.write(this.#change)
  }
}

/** The number of the latest change if all rows are as it left them; undefined when they are not. */
export function latestIntactChange(database: DatabaseSync, tables: readonly TableName[]): number | undefined {
  let digest: Uint8Array = new Uint8Array(LENGTH)
  for (const table of tables)
    for (const row of database.prepare(`SELECT ${COLUMNS[table].join(', ')} FROM ${table}`).iterate())
      if (!(table === 'meta' && row.key === DIGEST)) digest = toggled(digest, rowHash(table, valuesOf(table, row)))
  const written = readDigest(database)
  return Buffer.compare(digest, written.digest) === 0 ? written.change : undefined
}

const LENGTH = 16

function readDigest(database: DatabaseSync): { readonly change: number; readonly digest: Uint8Array } {
  const { value } = database.prepare('SELECT value FROM meta WHERE key = ?').get(DIGEST) ?? {}
  const [change = '0', hex = ''] = String(value ?? '').split(' ')
  const latest = database.prepare('SELECT change, digest FROM entry ORDER BY change DESC LIMIT 1').get()
  if (latest && Number(latest.change) > Number(change))
    return { change: Number(latest.change), digest: latest.digest as Uint8Array }
  return { change: Number(change), digest: hex === '' ? new Uint8Array(LENGTH) : Buffer.from(hex, 'hex') }
}

const valuesOf = (table: TableName, row: Readonly<Record<string, SQLOutputValue>>): readonly Value[] =>
  COLUMNS[table].map((column) => row[column] ?? null)

/** To add a row and to take it away is the same, in whatever order. */
function toggled(digest: Uint8Array, hash: string): Uint8Array {
  const result = new Uint8Array(LENGTH)
  for (let index = 0; index < LENGTH; index++) result[index] = (digest[index] ?? 0) ^ hash.charCodeAt(index)
  return result
}

/** A character for each byte: a buffer of so few costs more than what is done with it. */
function rowHash(table: TableName, row: readonly Value[]): string {
  const { hash } = process.getBuiltinModule('node:crypto')
  const parts = row.map((value) => (value instanceof Uint8Array ? hash('sha256', value) : value))
  return hash('sha256', JSON.stringify([table, ...parts]), 'binary')
}
