import type { GapId, GapValues } from '../contract/generated/gaps.ts'
import type { Reader, Writer } from './context.ts'
import { makeFresh } from './fresh.ts'
import type { DueRow, Rows, TableName } from './state.ts'
import { getRow, newestFirst, oldestFirst } from './table.ts'
import { type Change, openWorld, type World } from './world.ts'

/** Values at open points, and which statements are switched off. */
export interface Choices {
  value<Id extends GapId>(id: Id): GapValues[Id]
  /** For open values that are only shown; a symbolic world answers with a placeholder. */
  fill?<Id extends GapId>(id: Id): GapValues[Id]
  readonly off?: ReadonlySet<string>
}

/** A world being read and, in the same breath, changed on paper. The world itself stays as it is. */
export interface Draft extends Reader, Writer {
  readonly world: World
  readonly changes: readonly Change[]
  readonly gapsConsulted: ReadonlySet<GapId>
  readonly rulesFollowed: ReadonlySet<string>
}

export function makeDraft(start: World, choices: Choices): Draft {
  const open = openWorld(start)
  const changes: Change[] = []
  const gapsConsulted = new Set<GapId>()
  const rulesFollowed = new Set<string>()

  function record(change: Change): void {
    changes.push(change)
    open.change(change)
  }
  function serial(): number {
    const next = open.serial
    record({ kind: 'serial', serial: next + 1 })
    return next
  }

  return {
    get world() {
      return open.world
    },
    changes,
    gapsConsulted,
    rulesFollowed,
    nowMs: start.nowMs,
    get: <Name extends TableName>(name: Name, ...key: string[]) =>
      getRow(open.table(name), key) as unknown as Rows[Name] | undefined,
    newest: <Name extends TableName>(name: Name, index: string, ...parts: string[]) =>
      newestFirst(open.settled(name), index, parts) as unknown as Iterable<Rows[Name]>,
    oldest: <Name extends TableName>(name: Name, index: string, ...parts: string[]) =>
      oldestFirst(open.settled(name), index, parts) as unknown as Iterable<Rows[Name]>,
    gap(id) {
      gapsConsulted.add(id)
      return choices.value(id)
    },
    fill(id) {
      gapsConsulted.add(id)
      return choices.fill ? choices.fill(id) : choices.value(id)
    },
    follow(rule) {
      rulesFollowed.add(rule.id)
      return !choices.off?.has(rule.id)
    },
    put(name, row) {
      record({ kind: 'put', table: name, row })
      return row
    },
    remove(name, ...key) {
      record({ kind: 'remove', table: name, key })
    },
    serial,
    fresh: makeFresh(start, serial),
    schedule(timer, atMs, data) {
      const seq = serial()
      const row: DueRow = { id: String(seq), org: '*', seq, atMs, timer, data }
      record({ kind: 'put', table: 'Due', row })
      return row.id
    },
    cancel(dueId) {
      record({ kind: 'remove', table: 'Due', key: ['*', dueId] })
    },
  }
}
