import { everyRow, joinKey, keyOf, type Row, type Table } from '../../src/model/table/table.ts'
import type { World } from '../../src/model/world/world.ts'

export interface FieldDifference {
  readonly name: string
  readonly from?: unknown
  readonly to?: unknown
}

export interface Difference {
  readonly entity: string
  readonly id: string
  readonly change: 'created' | 'changed' | 'removed'
  readonly fields: readonly FieldDifference[]
}

/**
 * The things created, changed and removed between two worlds, of the named kinds. Parts that both worlds share are
 * skipped.
 */
export function compareWorlds(from: World, to: World, entities: ReadonlySet<string>): readonly Difference[] {
  return Object.keys(to.tables)
    .filter((entity) => entities.has(entity))
    .flatMap((entity) => {
      const name = entity as keyof World['tables']
      return from.tables[name] === to.tables[name] ? [] : compareTables(entity, from.tables[name], to.tables[name])
    })
}

function compareTables(entity: string, from: Table<Row>, to: Table<Row>): Difference[] {
  const before = rowsByKey(from)
  const after = rowsByKey(to)
  const made = [...after].flatMap(([key, row]) => {
    const was = before.get(key)
    if (was === row) return []
    const fields = compareRows(was ?? {}, row)
    if (fields.length === 0) return []
    return [{ entity, id: idOf(to, row), change: was ? ('changed' as const) : ('created' as const), fields }]
  })
  const removed = [...before]
    .filter(([key]) => !after.has(key))
    .map(([, row]) => ({ entity, id: idOf(from, row), change: 'removed' as const, fields: compareRows(row, {}) }))
  return [...made, ...removed]
}

const rowsByKey = (table: Table<Row>): ReadonlyMap<string, Row> =>
  new Map([...everyRow(table)].map((row) => [joinKey(keyOf(table, row)), row]))

const idOf = (table: Table<Row>, row: Row): string => keyOf(table, row).at(-1) ?? ''

/** The order of creation is the model's own business, and secrets are nobody's. */
const HIDDEN = /^(seq|org|key)$|secret|password|credential|token$|hash|salt|privateKey/i

function compareRows(from: object, to: object): FieldDifference[] {
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !HIDDEN.test(name) && JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))
    .map((name) => ({
      name,
      ...(before.get(name) !== undefined && { from: before.get(name) }),
      ...(after.get(name) !== undefined && { to: after.get(name) }),
    }))
}
