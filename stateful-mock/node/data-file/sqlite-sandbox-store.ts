import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Entry, entryToText, type Mark } from '../../journal/entry.ts'
import type { JournalSink } from '../../journal/journal.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import type { SandboxStore } from '../../sandboxes/sandbox-store.ts'
import { closeSqliteFile } from './sqlite-file.ts'
import { toStoredStart, toStoredState } from './stored-start.ts'
import type { StoredWorlds } from './stored-worlds.ts'

/** So many entries are replayed at a start at least before a snapshot pays. */
const LEAST_ENTRIES = 10_000
/** So many more for each millisecond that the last one took: what snapshots cost is spread to 2.5 µs for an entry. */
const ENTRIES_PER_MS = 400

/** Keeps every sandbox in a data file: what it began with, its journal and a late state of it. */
export class SqliteSandboxStore implements SandboxStore {
  readonly #database: DatabaseSync
  readonly #worlds: StoredWorlds
  readonly #insert: StatementSync
  readonly stored = new Map<string, StoredSandbox>()

  constructor(database: DatabaseSync, worlds: StoredWorlds) {
    this.#database = database
    this.#worlds = worlds
    this.#insert = database.prepare('INSERT INTO entry (sandbox, number, text) VALUES (?, ?, ?)')
  }

  add(sandbox: Sandbox): JournalSink {
    return this.#transaction(() => {
      this.#forget(sandbox.name)
      const { journal } = sandbox.holder
      const id = this.#insertSandbox(sandbox)
      for (const [index, entry] of [...journal.entries(1, journal.length)].entries())
        this.#insert.run(id, index + 1, entryToText(entry))
      for (const mark of journal.marks) this.#mark(id, mark)
      this.#worlds.forgetUnused()
      return this.#sinkFor(sandbox, id, 0)
    })
  }

  /** One that is in the file already, with what it holds. */
  resume(sandbox: Sandbox, id: number, snapshotAt: number): JournalSink {
    return this.#sinkFor(sandbox, id, snapshotAt)
  }

  drop(name: string): void {
    this.#transaction(() => {
      this.#forget(name)
      this.#worlds.forgetUnused()
    })
  }

  /** Leaves everything so that the next start has nothing to replay. */
  close(): void {
    for (const kept of this.stored.values()) {
      const { entries } = kept.sandbox.holder
      if (entries > kept.snapshotAt) this.#transaction(() => this.#snapshot(kept, entries))
    }
    closeSqliteFile(this.#database)
  }

  #insertSandbox(sandbox: Sandbox): number {
    const { holder, name } = sandbox
    const first = holder.journal.start
    const [world, firstWorld] = [this.#worlds.add(holder.start.world), this.#worlds.add(first.world)]
    const about = JSON.stringify(toStoredStart(sandbox, first))
    const insert = this.#database.prepare('INSERT INTO sandbox (name, about, world, firstWorld) VALUES (?, ?, ?, ?)')
    return Number(insert.run(name, about, world, firstWorld).lastInsertRowid)
  }

  #sinkFor(sandbox: Sandbox, id: number, snapshotAt: number): JournalSink {
    const kept: StoredSandbox = { sandbox, id, snapshotAt, nextAt: snapshotAt + LEAST_ENTRIES }
    this.stored.set(sandbox.name, kept)
    return {
      appended: (first, entries) => this.#append(kept, first, entries),
      undone: (last) => this.#undo(kept, last),
      marked: (mark) => this.#mark(id, mark),
    }
  }

  /** A single entry is a commit of its own. */
  #append(kept: StoredSandbox, first: number, entries: readonly Entry[]): void {
    const last = first + entries.length - 1
    const [only] = entries
    if (only && entries.length === 1 && last < kept.nextAt) {
      this.#insert.run(kept.id, first, entryToText(only))
      return
    }
    this.#transaction(() => {
      for (const [index, entry] of entries.entries()) this.#insert.run(kept.id, first + index, entryToText(entry))
      if (last >= kept.nextAt) this.#snapshot(kept, last)
    })
  }

  #snapshot(kept: StoredSandbox, entry: number): void {
    const start = performance.now()
    const { state } = kept.sandbox.holder
    const world = this.#worlds.add(state.world)
    const replace = this.#database.prepare(
      'INSERT OR REPLACE INTO snapshot (sandbox, entry, about, world) VALUES (?, ?, ?, ?)',
    )
    replace.run(kept.id, entry, JSON.stringify(toStoredState(state)), world)
    this.#worlds.forgetUnused()
    kept.snapshotAt = entry
    kept.nextAt = entry + Math.max(LEAST_ENTRIES, Math.round((performance.now() - start) * ENTRIES_PER_MS))
  }

  #undo(kept: StoredSandbox, last: number): void {
    this.#transaction(() => {
      for (const sql of [
        'DELETE FROM entry WHERE sandbox = ? AND number > ?',
        'DELETE FROM mark WHERE sandbox = ? AND entry > ?',
        'DELETE FROM snapshot WHERE sandbox = ? AND entry > ?',
      ])
        this.#database.prepare(sql).run(kept.id, last)
      this.#worlds.forgetUnused()
    })
    kept.snapshotAt = Math.min(kept.snapshotAt, last)
  }

  #mark(id: number, { name, entry, note }: Mark): void {
    this.#database
      .prepare('INSERT INTO mark (sandbox, name, entry, note) VALUES (?, ?, ?, ?)')
      .run(id, name, entry, note ?? null)
  }

  #forget(name: string): void {
    this.stored.delete(name)
    const { id } = this.#database.prepare('SELECT id FROM sandbox WHERE name = ?').get(name) ?? {}
    if (id === undefined) return
    for (const table of ['entry', 'mark', 'snapshot'])
      this.#database.prepare(`DELETE FROM ${table} WHERE sandbox = ?`).run(id)
    this.#database.prepare('DELETE FROM sandbox WHERE id = ?').run(id)
  }

  /** All of it or nothing. */
  #transaction<T>(act: () => T): T {
    this.#database.exec('BEGIN')
    try {
      const result = act()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

interface StoredSandbox {
  readonly sandbox: Sandbox
  readonly id: number
  /** The entry that its latest snapshot was taken after. */
  snapshotAt: number
  nextAt: number
}
