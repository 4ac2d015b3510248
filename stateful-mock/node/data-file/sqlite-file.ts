import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { CheckedRows, latestIntactChange, TABLES } from './checked-rows.ts'
import { DataFileError } from './data-file-error.ts'
import { LastChange, readLastChange } from './last-change.ts'

/** Tells our files from other databases. */
const APPLICATION = 0x554e4453
const MAGIC = 'SQLite format 3\0'
const FORMAT = '3'
/** The one before: it has no packed entries, and is otherwise the same. */
const WITHOUT_PACKED = '2'

const PACKED = `
  CREATE TABLE packed (
    branch INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (branch, first)
  );
`
/** A world holds credentials; SQLite gives what it keeps beside the file the same mode. */
const OWNER_ONLY = 0o600

const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE world (hash TEXT PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE branch (id INTEGER PRIMARY KEY, parent INTEGER, after INTEGER NOT NULL);
  CREATE TABLE sandbox (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    about TEXT NOT NULL,
    world TEXT NOT NULL,
    firstWorld TEXT NOT NULL,
    branch INTEGER NOT NULL
  );
  CREATE TABLE entry (
    branch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    change INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (branch, number)
  ) WITHOUT ROWID;
  ${PACKED}
  CREATE TABLE mark (
    sandbox INTEGER NOT NULL, name TEXT NOT NULL, entry INTEGER NOT NULL, note TEXT, UNIQUE (sandbox, name)
  );
  CREATE TABLE snapshot (
    sandbox INTEGER PRIMARY KEY, entry INTEGER NOT NULL, about TEXT NOT NULL, world TEXT NOT NULL
  );
  PRAGMA application_id = ${APPLICATION};
`

/** An open data file. */
export interface SqliteFile {
  readonly database: DatabaseSync
  readonly rows: CheckedRows
  /** The file by itself holds everything afterwards. */
  close(): void
}

/**
 * Opens the file that journals are kept in, or makes it. A commit is in the hands of the operating system before it is
 * over, so the end of this process loses nothing; a loss of power may lose the last moments, never more (SQLite, WAL
 * with synchronous NORMAL). The lock is this process's alone and goes with it.
 */
export function openSqliteFile(file: string): SqliteFile {
  if (file.trim() === '' || file.startsWith(':'))
    throw new DataFileError(`"${file}" is not a file; --data needs the path of one.`)
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const isNew = !hasContent(file)
  try {
    if (!isNew) examine(new DatabaseSync(file, { readOnly: true }), file)
    if (isNew) makeFile(file)
    const database = new DatabaseSync(file, { timeout: 0 })
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Takes the lock now, not with the first write.
    database.exec('BEGIN EXCLUSIVE')
    if (isNew) database.exec(SCHEMA)
    database.exec('COMMIT')
    const last = new LastChange(file)
    const rows = new CheckedRows(database, last)
    if (isNew) rows.transaction(() => rows.insert('meta', ['format', FORMAT]))
    else if (formatOf(database) === WITHOUT_PACKED) bringUpToDate(database, rows)
    return { database, rows, close: () => closeSqliteFile(database, last) }
  } catch (error) {
    throw explained(error, file)
  }
}

function bringUpToDate(database: DatabaseSync, rows: CheckedRows): void {
  rows.transaction(() => {
    database.exec(PACKED)
    rows.remove('meta', "key = 'format'")
    rows.insert('meta', ['format', FORMAT])
  })
}

function formatOf(database: DatabaseSync): unknown {
  const { value } = database.prepare("SELECT value FROM meta WHERE key = 'format'").get() ?? {}
  return value
}

/** Creates the file for its owner alone. If that fails, SQLite reports the reason. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY))
  } catch {}
}

function closeSqliteFile(database: DatabaseSync, last: LastChange): void {
  const file = database.location()
  shrink(database)
  // Left behind by whoever looked at it; while the lock is ours nobody uses it.
  if (file !== null) rmSync(`${file}-shm`, { force: true })
  database.close()
  // On a full disk what is in the log of SQLite stays there.
  last.close({ remove: !existsSync(`${file}-wal`) })
}

/** Returns free space to the disk when it is most of the file; that needs extra space for a while. */
function shrink(database: DatabaseSync): void {
  const { freelist_count: free } = database.prepare('PRAGMA freelist_count').get() ?? {}
  const { page_count: all } = database.prepare('PRAGMA page_count').get() ?? {}
  if (Number(free) <= Number(all) / 2) return
  try {
    database.exec('VACUUM')
  } catch {
    // On a full disk the file stays as large as it is.
  }
}

/** Looks before anything is written: what is damaged, or somebody else's, stays as it is. */
function examine(database: DatabaseSync, file: string): void {
  try {
    const { application_id: application } = database.prepare('PRAGMA application_id').get() ?? {}
    if (application !== APPLICATION) throw new DataFileError(`${file} is a database of another program.`)
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check(1)').get() ?? {}
    if (verdict !== 'ok') throw damaged(file)
    const format = formatOf(database)
    if (format !== FORMAT && format !== WITHOUT_PACKED)
      throw new DataFileError(`${file} was written by another version, in an unknown format.`)
    const change = latestIntactChange(database, format === FORMAT ? TABLES : TABLES.filter((one) => one !== 'packed'))
    if (change === undefined) throw damaged(file)
    const answered = readLastChange(file)
    if (answered === 'unreadable') throw damaged(`${file}-last`)
    if (answered !== undefined && answered > change) throw lacking(file, answered - change)
  } finally {
    database.close()
  }
}

function hasContent(file: string): boolean {
  if (!existsSync(file)) return false
  const start = Buffer.alloc(MAGIC.length)
  try {
    const descriptor = openSync(file, 'r')
    const length = readSync(descriptor, start)
    closeSync(descriptor)
    if (length === 0) return false
  } catch (error) {
    throw new DataFileError(`${file} cannot be read: ${(error as Error).message}.`)
  }
  if (start.toString('latin1') !== MAGIC)
    throw new DataFileError(`${file} is not a data file of a mock; it was not changed.`)
  return true
}

const damaged = (file: string) =>
  new DataFileError(
    `${file} is damaged and was not changed; use another file with --data, or an intact copy of this one.`,
  )

const lacking = (file: string, changes: number) =>
  new DataFileError(
    `${file} lacks the last ${changes === 1 ? 'change' : `${changes} changes`} that were acknowledged, and was not changed; use a copy of it, or remove ${file}-last to continue without them.`,
  )

/** An error of SQLite, as a sentence. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof DataFileError) return error
  const { errcode, message } = error as { errcode?: number; message: string }
  if (errcode === undefined) return error
  switch (errcode & 0xff) {
    case 5:
    case 6:
      return new DataFileError(`${file} is in use by another mock; stop that one or give another file.`)
    case 8:
    case 14:
      return new DataFileError(`${file} cannot be opened for writing: ${message}.`)
    case 10:
    case 13:
      return new DataFileError(`${file} cannot be used: ${message}; is there room on its disk?`)
    case 11:
    case 26:
      return damaged(file)
    default:
      return new DataFileError(`${file} cannot be used: ${message}.`)
  }
}
