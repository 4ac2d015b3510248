import type { DatabaseSync } from 'node:sqlite'
import type { Mark } from '../../journal/entry.ts'
import type { JournalSink } from '../../journal/journal-sink.ts'
import { packedFrom } from '../../journal/kept-entries.ts'
import type { WorldState } from '../../journal/world-state.ts'
import type { SandboxStore, StorableSandbox } from '../../sandboxes/sandbox-store.ts'
import type { CheckedRows } from './checked-rows.ts'
import { type SandboxRow, sandboxRow } from './sandbox-row.ts'
import type { StoredBranches } from './stored-branches.ts'
import { type StoredStart, toStoredFirst, toStoredStart, toStoredState } from './stored-start.ts'
import type { StoredWorlds } from './stored-worlds.ts'

/** Minimum number of entries between snapshots. */
const LEAST_ENTRIES = 10_000
/** So many more for each millisecond that the last one took: what snapshots cost is spread to 2.5 µs for an entry. */
const ENTRIES_PER_MS = 400

/** The parts of a data file. */
export interface StoreParts {
  readonly database: DatabaseSync
  readonly rows: CheckedRows
  readonly worlds: StoredWorlds
  readonly branches: StoredBranches
}

/** The place of a sandbox in the file. */
export interface StoredPlace {
  readonly id: number
  readonly branch: number
  /** The entry that its latest snapshot was taken after. */
  readonly snapshotAt: number
}

/** Keeps every sandbox in a data file: what it began with, its journal and a late state of it. */
export class SqliteSandboxStore implements SandboxStore {
  readonly #parts: StoreParts
  readonly #stored = new Map<string, StoredSandbox>()

  constructor(parts: StoreParts) {
    this.#parts = parts
  }

  add(sandbox: StorableSandbox): JournalSink {
    const place = this.#parts.rows.transaction(() => {
      this.#forget(sandbox.name)
      const added = this.#insert(sandbox)
      this.#parts.worlds.forgetUnused()
      return added
    })
    return this.resume(sandbox, place)
  }

  /** One that is in the file already, with what it holds. */
  resume(sandbox: StorableSandbox, place: StoredPlace): JournalSink {
    const stored: StoredSandbox = { sandbox, ...place, nextAt: place.snapshotAt + LEAST_ENTRIES }
    this.#stored.set(sandbox.name, stored)
    return {
      appended: (first, texts) => this.#append(stored, first, texts),
      undone: (last) => this.#undo(stored, last),
      marked: (mark) => this.#parts.rows.transaction(() => this.#mark(stored.id, mark)),
      packed: (part) => this.#ifPossible(() => this.#parts.branches.pack(stored.branch, part)),
      folded: (entry, start) => this.#ifPossible(() => this.#fold(stored, entry, start)),
    }
  }

  drop(name: string): void {
    this.#parts.rows.transaction(() => {
      this.#forget(name)
      this.#parts.worlds.forgetUnused()
    })
    this.#stored.delete(name)
  }

  /** Leaves everything so that the next start has nothing to replay. */
  finish(): void {
    for (const stored of this.#stored.values()) {
      const { entries } = stored.sandbox.present()
      if (entries > stored.snapshotAt) this.#parts.rows.transaction(() => this.#snapshot(stored))
    }
  }

  #insert(sandbox: StorableSandbox): StoredPlace {
    const { rows, worlds, branches } = this.#parts
    const { name, past, forkOf } = sandbox
    const { journal, start } = past
    const origin = forkOf && this.#stored.get(forkOf.name)
    const branch = branches.add(origin && { branch: origin.branch, entry: forkOf.entry })
    const [world, firstWorld] = [worlds.add(start.world), worlds.add(journal.start.world)]
    const about = JSON.stringify(toStoredStart(sandbox))
    const id = rows.insert('sandbox', [rows.freshId('sandbox'), name, about, world, firstWorld, branch])
    if (!origin) this.#insertWhole(branch, journal)
    for (const mark of journal.marks) this.#mark(id, mark)
    return { id, branch, snapshotAt: origin ? this.#copySnapshot(origin, id, forkOf.entry) : 0 }
  }

  /** A single entry is a change of its own. */
  #append(stored: StoredSandbox, first: number, texts: readonly string[]): void {
    const { rows } = this.#parts
    const last = first + texts.length - 1
    const [only] = texts
    if (only !== undefined && texts.length === 1 && last < stored.nextAt) {
      rows.appendEntry(stored.branch, first, only)
      return
    }
    const taken = rows.transaction(() => {
      // Before the entries: the world is as it was until they are kept.
      const snapshot = last >= stored.nextAt ? this.#snapshot(stored) : {}
      this.#insertEntries(stored.branch, first, texts)
      return snapshot
    })
    Object.assign(stored, taken)
  }

  #insertWhole(branch: number, journal: StorableSandbox['past']['journal']): void {
    const { first, texts } = journal.written()
    this.#insertEntries(branch, first, texts)
  }

  /** Only makes the file smaller: what cannot be done stays as it is, and nothing is lost. */
  #ifPossible(act: () => void): void {
    try {
      this.#parts.rows.transaction(act)
    } catch {
      // The next entry shows whether anything can be written at all.
    }
  }

  /** The sandbox starts from another state; earlier entries are removed from the file. */
  #fold({ id, branch }: StoredSandbox, entry: number, start: WorldState): void {
    const { worlds, branches } = this.#parts
    this.#replaceRow(id, ({ about, ...row }) => ({
      ...row,
      about: JSON.stringify({ ...(JSON.parse(about) as StoredStart), first: toStoredFirst(start, entry) }),
      firstWorld: worlds.add(start.world),
    }))
    branches.forgetBefore(branch, packedFrom(entry))
    worlds.forgetUnused()
  }

  #insertEntries(branch: number, first: number, texts: Iterable<string>): void {
    let number = first
    for (const text of texts) this.#parts.rows.insertEntry(branch, number++, text)
  }

  #snapshot(stored: StoredSandbox): Pick<StoredSandbox, 'snapshotAt' | 'nextAt'> {
    const { rows, worlds } = this.#parts
    const began = performance.now()
    const { state, entries } = stored.sandbox.present()
    const world = worlds.add(state.world)
    rows.remove('snapshot', 'sandbox = ?', stored.id)
    rows.insert('snapshot', [stored.id, entries, JSON.stringify(toStoredState(state)), world])
    worlds.forgetUnused()
    const pause = Math.max(LEAST_ENTRIES, Math.round((performance.now() - began) * ENTRIES_PER_MS))
    return { snapshotAt: entries, nextAt: entries + pause }
  }

  /** The entry that it was taken after; 0 when there is none that a fork can begin with. */
  #copySnapshot(origin: StoredSandbox, to: number, last: number): number {
    const { database, rows } = this.#parts
    const { entry, about, world } =
      database.prepare('SELECT entry, about, world FROM snapshot WHERE sandbox = ?').get(origin.id) ?? {}
    if (entry === undefined || Number(entry) > last) return 0
    rows.insert('snapshot', [to, Number(entry), String(about), String(world)])
    return Number(entry)
  }

  #undo(stored: StoredSandbox, last: number): void {
    const { rows, worlds, branches } = this.#parts
    const branch = rows.transaction(() => {
      const cut = branches.cut(stored.branch, last)
      if (cut !== stored.branch) this.#goOnIn(cut, stored)
      rows.remove('mark', 'sandbox = ? AND entry > ?', stored.id, last)
      rows.remove('snapshot', 'sandbox = ? AND entry > ?', stored.id, last)
      worlds.forgetUnused()
      return cut
    })
    stored.branch = branch
    stored.snapshotAt = Math.min(stored.snapshotAt, last)
  }

  #goOnIn(branch: number, { id, branch: left }: StoredSandbox): void {
    this.#replaceRow(id, (row) => ({ ...row, branch }))
    this.#parts.branches.forgetUnused(left)
  }

  #replaceRow(id: number, change: (row: SandboxRow) => SandboxRow): void {
    const { database, rows } = this.#parts
    const row = change(sandboxRow(database.prepare('SELECT * FROM sandbox WHERE id = ?').get(id) ?? {}))
    rows.remove('sandbox', 'id = ?', id)
    rows.insert('sandbox', [row.id, row.name, row.about, row.world, row.firstWorld, row.branch])
  }

  #mark(id: number, { name, entry, note }: Mark): void {
    this.#parts.rows.insert('mark', [id, name, entry, note ?? null])
  }

  #forget(name: string): void {
    const { database, rows, branches } = this.#parts
    const { id, branch } = database.prepare('SELECT id, branch FROM sandbox WHERE name = ?').get(name) ?? {}
    if (id === undefined) return
    rows.remove('mark', 'sandbox = ?', Number(id))
    rows.remove('snapshot', 'sandbox = ?', Number(id))
    rows.remove('sandbox', 'id = ?', Number(id))
    branches.forgetUnused(Number(branch))
  }
}

interface StoredSandbox {
  readonly sandbox: StorableSandbox
  readonly id: number
  branch: number
  snapshotAt: number
  nextAt: number
}
