import { constants, copyFileSync, existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Contract, loadContract } from '../../../src/contract/contract.ts'
import { MODEL_VERSION } from '../../../src/model/model-version.ts'
import type { Seed } from '../../../src/model/seeds/kit/seed.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import type { World } from '../../../src/model/world/world.ts'
import type { Mark } from '../../journal/entry.ts'
import { Journal } from '../../journal/journal.ts'
import { packedFrom } from '../../journal/kept-entries.ts'
import type { RestoreOptions } from '../../sandboxes/sandbox-store.ts'
import type { WorldHistory } from '../../world/world-holder.ts'
import type { WorldStart } from '../../world/world-start.ts'
import type { CheckedRows } from './checked-rows.ts'
import { type SandboxRow, sandboxRow } from './sandbox-row.ts'
import type { StoredPlace, StoreParts } from './sqlite-sandbox-store.ts'
import { fromStoredState, type StoredStart, type StoredState } from './stored-start.ts'
import type { StoredWorlds } from './stored-worlds.ts'

/** A sandbox of a data file, ready to go on. */
export interface Restored {
  readonly name: string
  readonly past: WorldHistory
  readonly createdAtMs: number
  /** Undefined if its journal could not be continued; then a new one starts from the state it had led to. */
  readonly place: StoredPlace | undefined
}

/** Every sandbox of a file, and what is to be called once they go on in it. */
interface RestoredRows {
  readonly sandboxes: readonly Restored[]
  readonly takenOver: () => void
}

interface SnapshotRow {
  readonly entry: number
  readonly about: string
  readonly world: string
}

/** The versions that the journals in the file were written under. */
interface Written {
  readonly model: string
  readonly gaps: string
}

/**
 * Every sandbox of a data file. Journals are replayed under the model and the gaps they were written under. Where the
 * model is another one, the latest snapshot counts; where only the profile is another, they are replayed under the old
 * one and go on under the new.
 */
export function restore(parts: StoreParts, options: RestoreOptions): RestoredRows {
  const { database, rows } = parts
  const { contract, version, file, onNotice } = options
  const now: Written = {
    model: JSON.stringify([MODEL_VERSION, version]),
    gaps: JSON.stringify(contract.profile.gaps),
  }
  const before = written(database) ?? now
  const sameModel = before.model === now.model
  if (!sameModel) {
    const copy = unused(`${file}.${before.model.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-|-$/g, '')}`)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(file, copy, constants.COPYFILE_EXCL)
    onNotice(
      `${file} was written by another version; its worlds continue from their latest snapshots${left(parts)}. A copy is in ${copy}.`,
    )
  }
  const replayed = before.gaps === now.gaps ? contract : underGaps(contract, before.gaps)
  const stored = database.prepare('SELECT * FROM sandbox ORDER BY id').all()
  const source: Source = { ...parts, options: { ...options, contract: replayed }, replays: sameModel }
  const sandboxes = stored.map((row) => {
    const found = restoreOne(sandboxRow(row), source)
    return sameModel && before.gaps === now.gaps ? found : begunAnew(found, options)
  })
  return {
    sandboxes,
    // Not before: whoever comes next would replay old journals under a model or gaps that did not write them.
    takenOver() {
      if (JSON.stringify(written(database)) !== JSON.stringify(now)) note(rows, now)
    },
  }
}

/** The number of changes that no snapshot has, in words: there are some if the process that made them was killed. */
function left({ database, branches }: StoreParts): string {
  const rows = database.prepare('SELECT * FROM sandbox').all().map(sandboxRow)
  const changes = rows.reduce((sum, row) => sum + branches.last(row.branch) - snapshotEntry(database, row), 0)
  if (changes === 0) return ''
  return `, without the last ${changes === 1 ? 'change' : `${changes} changes`}`
}

/** The last entry that its latest snapshot, or its start, has in it. */
function snapshotEntry(database: DatabaseSync, { id, about }: SandboxRow): number {
  const { entry } = database.prepare('SELECT entry FROM snapshot WHERE sandbox = ?').get(id) ?? {}
  const { entry: first = 0 } = (JSON.parse(about) as StoredStart).first
  return Math.max(Number(entry ?? 0), first)
}

/** The path, or the first with a number after it that no file has: an earlier copy may be the only whole one. */
function unused(path: string): string {
  let free = path
  for (let number = 2; existsSync(free); number++) free = `${path}.${number}`
  return free
}

/** The parts that sandboxes are restored from. */
interface Source extends StoreParts {
  readonly options: RestoreOptions
  /** True if journals can be replayed: by the model that wrote them. */
  readonly replays: boolean
}

function restoreOne(row: SandboxRow, { database, worlds, branches, options, replays }: Source): Restored {
  const { id, name } = row
  const about = JSON.parse(row.about) as StoredStart
  const { createdAtMs } = about
  const { entry: after = 0 } = about.first
  const snapshot = database.prepare('SELECT entry, about, world FROM snapshot WHERE sandbox = ?').get(id) as
    | SnapshotRow
    | undefined
  // A journal that begins later needs no earlier state.
  const late =
    snapshot && snapshot.entry > after && stateOf(worlds, JSON.parse(snapshot.about) as StoredState, snapshot.world)
  const first = stateOf(worlds, about.first, row.firstWorld)
  const journal = new Journal(first, options)
  if (replays)
    journal.load({
      after,
      parts: branches.parts(row.branch, packedFrom(after)),
      marks: marksOf(database, id),
      late: late ? { entry: snapshot.entry, state: late } : undefined,
    })
  const state = replays ? journal.stateAt(journal.length) : late || first
  const past = { start: startOf(about, worlds.read(row.world, about.grownAtMs), options.seed), journal, state }
  return { name, past, createdAtMs, place: { id, branch: row.branch, snapshotAt: snapshot?.entry ?? 0 } }
}

function marksOf(database: DatabaseSync, id: number): Mark[] {
  const rows = database.prepare('SELECT name, entry, note FROM mark WHERE sandbox = ? ORDER BY entry, rowid').all(id)
  return rows.map(({ name, entry, note }) => ({
    name: String(name),
    entry: Number(entry),
    ...(note !== null && { note: String(note) }),
  }))
}

const stateOf = (worlds: StoredWorlds, about: StoredState, world: string) =>
  fromStoredState(about, worlds.read(world, about.atMs))

function startOf({ from, seed, atMs, clock, gaps }: StoredStart, world: World, own: Seed): WorldStart {
  const known = 'seed' in from ? (from.seed === own.name ? own : seedNamed(from.seed)) : undefined
  const grown: Seed = known ?? { ...seed, saved: world, grow: (present) => present }
  return { from, seed: grown, world, atMs, clock, gaps: new Map(gaps) }
}

function begunAnew(restored: Restored, options: RestoreOptions): Restored {
  const { start, state } = restored.past
  return { ...restored, place: undefined, past: { start, state, journal: new Journal(state, options) } }
}

const underGaps = (contract: Contract, gaps: string): Contract =>
  loadContract(contract.source, { ...contract.profile, gaps: JSON.parse(gaps) })

function written(database: DatabaseSync): Written | undefined {
  const { value } = database.prepare("SELECT value FROM meta WHERE key = 'written'").get() ?? {}
  return typeof value === 'string' ? (JSON.parse(value) as Written) : undefined
}

function note(rows: CheckedRows, now: Written): void {
  rows.transaction(() => {
    rows.remove('meta', "key = 'written'")
    rows.insert('meta', ['written', JSON.stringify(now)])
  })
}
