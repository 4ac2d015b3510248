import sortedBtree from 'sorted-btree'

// A CommonJS package: its class sits one level deeper when it is imported from ESM.
const BTree = sortedBtree.default
type Tree<V> = InstanceType<typeof BTree<string, V>>

/** What every row of the world has. `seq` grows with each creation: it orders what times cannot. */
export interface Row {
  readonly id: string
  readonly org: string
  readonly seq: number
}

export interface TableDefinition<R extends Row> {
  /** What makes a row unique, outermost first: organization, parents, id. */
  readonly key: (row: R) => readonly string[]
  /** Groups in which rows can be listed in order of creation. */
  readonly indexes: Readonly<Record<string, (row: R) => readonly string[] | undefined>>
}

/** An immutable table: each change gives a new one that shares what was not touched. */
export interface Table<R extends Row> {
  readonly definition: TableDefinition<R>
  readonly rows: Tree<R>
  readonly order: Tree<R>
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
  return { definition, rows: new BTree<string, R>(undefined, compare), order: new BTree<string, R>(undefined, compare) }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** No identifier holds this character, so joined parts stay apart. */
const SEPARATOR = '\u0000'
const LAST = '\uffff'

export const joinKey = (parts: readonly string[]): string => parts.join(SEPARATOR)

export function getRow<R extends Row>(table: Table<R>, key: readonly string[]): R | undefined {
  return table.rows.get(joinKey(key))
}

/** A table of its own; it shares what neither of the two changes. */
export function copyTable<R extends Row>(table: Table<R>): Table<R> {
  return { ...table, rows: table.rows.clone(), order: table.order.clone() }
}

/** Changes a table in place: only for one that nobody else holds, such as a fresh copy. */
export function putInto<R extends Row>({ definition, rows, order }: Table<R>, row: R): void {
  const key = joinKey(definition.key(row))
  const before = rows.get(key)
  if (before) for (const place of places(definition, before)) order.delete(place)
  rows.set(key, row)
  for (const place of places(definition, row)) order.set(place, row)
}

/** In place, like `putInto`. */
export function removeFrom<R extends Row>({ definition, rows, order }: Table<R>, key: readonly string[]): void {
  const joined = joinKey(key)
  const before = rows.get(joined)
  if (!before) return
  rows.delete(joined)
  for (const place of places(definition, before)) order.delete(place)
}

function places<R extends Row>(definition: TableDefinition<R>, row: R): string[] {
  return Object.entries(definition.indexes).flatMap(([name, group]) => {
    const parts = group(row)
    return parts ? [joinKey([name, ...parts, String(row.seq).padStart(12, '0'), row.id])] : []
  })
}

/** The rows of one group, newest first; costs what is taken from it. */
export function* newestFirst<R extends Row>(table: Table<R>, index: string, parts: readonly string[]): Generator<R> {
  const prefix = joinKey([index, ...parts, ''])
  for (const [place, row] of table.order.entriesReversed(prefix + LAST)) {
    if (!place.startsWith(prefix)) return
    yield row
  }
}

export function* oldestFirst<R extends Row>(table: Table<R>, index: string, parts: readonly string[]): Generator<R> {
  const prefix = joinKey([index, ...parts, ''])
  for (const [place, row] of table.order.entries(prefix)) {
    if (!place.startsWith(prefix)) return
    yield row
  }
}

export function* everyRow<R extends Row>(table: Table<R>): Generator<R> {
  yield* table.rows.values()
}
