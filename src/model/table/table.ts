import { SortedMap } from './sorted-map.ts'

/** The fields of every row. `seq` grows with each creation and orders rows whose times are equal. */
export interface Row {
  readonly id: string
  readonly org: string
  readonly seq: number
}

export interface TableDefinition<R extends Row> {
  /** The key of a row, outermost part first: organization, parents, id. */
  readonly key: (row: R) => readonly string[]
  /** Groups in which rows can be listed in order of creation. */
  readonly indexes: Readonly<Record<string, (row: R) => readonly string[] | undefined>>
}

/** An immutable table: each change gives a new one that shares what was not touched. */
export interface Table<R extends Row> {
  /** Of its own kind of rows, whatever it is: so every table is also one of rows in general. */
  readonly definition: TableDefinition<never>
  readonly rows: SortedMap<R>
  readonly order: SortedMap<R>
  /** The maker of the table, which may change it in place. */
  readonly owner?: object
}

/** Rows belong to an organization and are known in it by their id. */
export function byId<R extends Row>(indexes: TableDefinition<R>['indexes'] = {}): TableDefinition<R> {
  return { key: (row) => [row.org, row.id], indexes: { all: (row) => [row.org], ...indexes } }
}

/** Rows belong to a parent row and are known in it by their id. */
export function within<R extends Row>(
  parent: (row: R) => string,
  indexes: TableDefinition<R>['indexes'] = {},
): TableDefinition<R> {
  return {
    key: (row) => [row.org, parent(row), row.id],
    indexes: { all: (row) => [row.org], parent: (row) => [row.org, parent(row)], ...indexes },
  }
}

export function emptyTable<R extends Row>(definition: TableDefinition<R>): Table<R> {
  return { definition, rows: new SortedMap(), order: new SortedMap() }
}

/** A table whose rows are put in when somebody first looks at it. */
export function tableLater<R extends Row>(definition: TableDefinition<R>, rows: () => readonly R[]): Table<R> {
  let filled: Table<R> | undefined
  const table = () => {
    if (filled) return filled
    filled = emptyTable(definition)
    fillTable(filled, rows())
    return filled
  }
  return {
    definition,
    get rows() {
      return table().rows
    },
    get order() {
      return table().order
    },
  }
}

/** No identifier holds this character, so joined parts stay apart. */
const SEPARATOR = '\u0000'
/** The next one: greater than the separator, smaller than all others. */
const BEYOND = '\u0001'

/** Every look at a row makes one, and adding up costs less than joining an array. */
export function joinKey(parts: readonly string[]): string {
  let key = parts[0] ?? ''
  for (let index = 1; index < parts.length; index++) key += SEPARATOR + parts[index]
  return key
}

export const splitKey = (key: string): string[] => key.split(SEPARATOR)

/** The key of a row. The row has to belong to the table. */
export const keyOf = <R extends Row>({ definition }: Table<R>, row: R): readonly string[] =>
  definition.key(row as never)

export function getRow<R extends Row>(table: Table<R>, key: readonly string[]): R | undefined {
  return table.rows.get(joinKey(key))
}

/**
 * A table that its owner may change in place. One that this owner made before is used up by it; another one stays as it is,
 * for the copy shares only what neither changes. So does one that somebody is still going through.
 */
export function openTable<R extends Row>(table: Table<R>, owner: object): Table<R> {
  const { rows, order } = table
  if (table.owner === owner && !rows.walked && !order.walked) return { ...table }
  return { ...table, rows: rows.clone(), order: order.clone(), owner }
}

/** Changes an open table in place. */
export function putInto<R extends Row>(table: Table<R>, row: R): void {
  const { definition, rows, order } = table
  const before = rows.set(joinKey(keyOf(table, row)), row)
  const now = places(definition, row)
  if (before) for (const place of places(definition, before)) if (!now.includes(place)) order.delete(place)
  for (const place of now) order.set(place, row)
}

/** Puts the first rows into an open table, which has none; no two of them have the same key. */
export function fillTable<R extends Row>(table: Table<R>, all: readonly R[]): void {
  const { definition, rows, order } = table
  rows.fill(new Map(all.map((row) => [joinKey(keyOf(table, row)), row])))
  // One index at a time: most rows are already in its order, so sorting is fast.
  const ordered = new Map<string, R>()
  for (const name in definition.indexes)
    for (const row of all) {
      const parts = definition.indexes[name]?.(row as never)
      if (parts) ordered.set(groupKey(name, parts) + placeInGroup(row), row)
    }
  order.fill(ordered)
}

/** In place, like `putInto`. */
export function removeFrom<R extends Row>({ definition, rows, order }: Table<R>, key: readonly string[]): void {
  const joined = joinKey(key)
  const before = rows.get(joined)
  if (!before) return
  rows.delete(joined)
  for (const place of places(definition, before)) order.delete(place)
}

/** Zeros before a number, by how many digits it has: with as many in all, numbers are in order as texts too. */
const ZEROS = Array.from({ length: 13 }, (_, digits) => `${SEPARATOR}1${'0'.repeat(12 - digits)}`)

function placeInGroup({ seq, id }: Row): string {
  const digits = String(seq)
  return (ZEROS[digits.length] ?? SEPARATOR) + digits + SEPARATOR + id
}

function places(definition: TableDefinition<never>, row: Row): string[] {
  const last = placeInGroup(row)
  const found: string[] = []
  for (const name in definition.indexes) {
    const parts = definition.indexes[name]?.(row as never)
    if (parts) found.push(groupKey(name, parts) + last)
  }
  return found
}

/** The rows of one group, newest first; costs what is taken from it. */
export function newestFirst<R extends Row>(
  table: Table<R>,
  index: string,
  parts: readonly string[],
): IterableIterator<R> {
  const group = groupKey(index, parts)
  return table.order.down(group + SEPARATOR, group + BEYOND)
}

export function oldestFirst<R extends Row>(
  table: Table<R>,
  index: string,
  parts: readonly string[],
): IterableIterator<R> {
  return table.order.up(groupKey(index, parts) + SEPARATOR)
}

function groupKey(index: string, parts: readonly string[]): string {
  let key = index
  for (const part of parts) key += SEPARATOR + part
  return key
}

export const everyRow = <R extends Row>(table: Table<R>): IterableIterator<R> => table.rows.values()
