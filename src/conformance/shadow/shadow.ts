import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { joinKey, keyOf, type Row, type Table } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { apply, type Change, type World } from '../../model/world/world.ts'
import type { Observation } from '../finding/finding.ts'
import type { Memories } from './memories.ts'
import { rowsIn } from './rows.ts'

/** The believed state of a target during one sequence. */
export interface Shadow {
  /** Part of every name that this sequence creates. */
  readonly salt: string
  readonly world: World
  /** What this sequence has made has this serial number or a higher one. */
  readonly firstSeq: number
  /** The outside events of this sequence, also those that the driver refused: they may have happened in part. */
  readonly caused: ReadonlySet<string>
  /** True if the world's clock is known to equal the target's: a created thing has shown the time. */
  readonly clockShown: boolean
  /** Other worlds the target may be in, after an outside event whose effect depends on open points. */
  readonly others: readonly OtherWorld[]
  /** The rules behind what happened without a request. */
  readonly cited: readonly Cited[]
  /** The removed things, by entity, organization and id. */
  readonly gone: ReadonlySet<string>
  /** The target's choices at gaps so far. */
  readonly learned: ReadonlyMap<GapId, Json>
  /** Each check's memory of the answers so far. */
  readonly memories: Memories
}

/** Rules about the consequences of an event or of time, and the tables that an answer must show for them to count. */
export interface Cited {
  readonly rules: readonly string[]
  readonly tables: ReadonlySet<string>
}

export interface OtherWorld {
  readonly world: World
  /** The choices that lead there. */
  readonly because: readonly Observation[]
}

export const thingKey = (entity: string, org: string, id: string): string => joinKey([entity, org, id])

export const newShadow = (world: World, learned: Shadow['learned'], salt: string): Shadow => ({
  salt,
  world,
  firstSeq: world.serial,
  caused: new Set(),
  clockShown: false,
  others: [],
  cited: [],
  gone: new Set(),
  learned,
  memories: new Map(),
})

/** Applies the changes of an outcome, with the target's values for the placeholders. */
export function follow(shadow: Shadow, changes: readonly Change[], bindings: ReadonlyMap<string, Json>): Shadow {
  const before = substituteWorld(shadow.world, olderThan(shadow.world, bindings))
  const filled = bindings.size > 0 ? (substitute(changes, bindings) as readonly Change[]).map(withTextId) : changes
  return { ...shadow, world: apply(before, filled), gone: withRemoved(shadow.gone, filled) }
}

/** The shadow after changes caused by the passing of time. */
export const passed = (shadow: Shadow, changes: readonly Change[]): Shadow => ({
  ...shadow,
  world: apply(shadow.world, changes),
  gone: withRemoved(shadow.gone, changes),
})

function withRemoved(gone: ReadonlySet<string>, changes: readonly Change[]): ReadonlySet<string> {
  let after: Set<string> | undefined
  for (const change of changes) {
    if (change.kind !== 'remove' || change.table === 'Due') continue
    after ??= new Set(gone)
    after.add(thingKey(change.table, change.key[0] ?? '', change.key.at(-1) ?? ''))
  }
  return after ?? gone
}

/** Identifiers of rows are strings, even if the API uses numbers. */
const named = (row: Row): Row => (typeof row.id === 'string' ? row : { ...row, id: String(row.id) })
const withTextId = (change: Change): Change =>
  change.kind === 'put' && typeof change.row.id !== 'string'
    ? ({ ...change, row: named(change.row as Row) } as Change)
    : change

/** The bindings of placeholders from before this outcome; its own have higher numbers than the world it started from. */
function olderThan({ serial }: World, bindings: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  let older: Map<string, Json> | undefined
  for (const [symbol, value] of bindings) {
    // Placeholders for gaps are numbered separately.
    const number = symbol.startsWith('⟦gap ') ? -1 : Number(symbol.slice(symbol.lastIndexOf('#') + 1, -1))
    if (number >= serial) continue
    older ??= new Map()
    older.set(symbol, value)
  }
  return older ?? NOTHING_BOUND
}

const NOTHING_BOUND: ReadonlyMap<string, Json> = new Map()

/** Replaces placeholders that were already in the world, such as the name of a service the judge did not create. */
function substituteWorld(world: World, bindings: ReadonlyMap<string, Json>): World {
  if (bindings.size === 0) return world
  const changes: Change[] = []
  const tables: Readonly<Record<TableName, Table<Row>>> = world.tables
  for (const name in tables) {
    const table = tables[name as TableName]
    for (const { row, texts } of openRows(table)) {
      if (!mentions(texts, bindings)) continue
      const filled = named(substitute(row, bindings) as Row)
      if (filled === row) continue
      changes.push(
        { kind: 'remove', table: name as TableName, key: keyOf(table, row) },
        { kind: 'put', table: name as TableName, row: filled },
      )
    }
  }
  return apply(world, changes)
}

/** A row with placeholders, and all texts in it. */
interface OpenRow {
  readonly row: Row
  readonly texts: ReadonlySet<string>
}

const openIn = new WeakMap<Table<Row>, readonly OpenRow[]>()
const known = new WeakMap<Row, OpenRow | 'closed'>()

/** The rows with placeholders; most have none. Tables and rows are immutable, so each is searched once. */
function openRows(table: Table<Row>): readonly OpenRow[] {
  const found = openIn.get(table)
  if (found) return found
  const open: OpenRow[] = []
  for (const row of rowsIn(table)) {
    const read = known.get(row) ?? readRow(row)
    if (read !== 'closed') open.push(read)
  }
  openIn.set(table, open)
  return open
}

function readRow(row: Row): OpenRow | 'closed' {
  const texts = textsIn(row, new Set())
  const read = [...texts].some((text) => text.startsWith('⟦')) ? { row, texts } : 'closed'
  known.set(row, read)
  return read
}

function textsIn(node: unknown, found: Set<string>): Set<string> {
  if (typeof node === 'string') found.add(node)
  else if (typeof node === 'object' && node !== null) for (const item of Object.values(node)) textsIn(item, found)
  return found
}

function mentions(texts: ReadonlySet<string>, bindings: ReadonlyMap<string, Json>): boolean {
  for (const symbol of bindings.keys()) if (texts.has(symbol)) return true
  return false
}

/** The value with placeholders replaced; the same object if there are none. */
function substitute(node: unknown, bindings: ReadonlyMap<string, Json>): unknown {
  if (typeof node === 'string') return isSymbol(node) ? (bindings.get(node) ?? node) : node
  if (typeof node !== 'object' || node === null) return node
  const before = node as Readonly<Record<string, unknown>>
  let after: Record<string, unknown> | undefined
  for (const key in before) {
    const value = substitute(before[key], bindings)
    if (value === before[key]) continue
    after ??= (Array.isArray(node) ? [...node] : { ...node }) as Record<string, unknown>
    after[key] = value
  }
  return after ?? node
}
