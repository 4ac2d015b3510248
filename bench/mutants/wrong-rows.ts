import { everyRow, keyOf, type Row, type Table } from '../../src/model/table/table.ts'

/** What a mistaken context reads and writes: the methods of the model's own, and the tables behind them. */
interface Context {
  readonly transaction: { table(name: string): Table<Row> }
  get(table: string, ...key: readonly string[]): Row | undefined
  newest(table: string, index: string, ...parts: readonly string[]): Iterable<Row>
  put(table: string, row: Row): Row
  remove(table: string, ...key: readonly string[]): void
}

type Fields = Readonly<Record<string, unknown>>

/** The fields by which people call a thing. */
const NAMES = ['name', 'slug', 'pattern', 'email', 'tag', 'host', 'address']

const all = (context: Context, table: string): Row[] =>
  [...everyRow(context.transaction.table(table))].toSorted((one, other) => one.seq - other.seq)

const nameOf = (row: Row): unknown => {
  const fields = row as unknown as Fields
  return NAMES.map((name) => fields[name]).find((value) => typeof value === 'string') ?? row.id
}

/** The rows that share a parent with this one: the narrowest group of it that has others in it. */
function siblings(context: Context, table: string, row: Row): Row[] {
  const { definition } = context.transaction.table(table)
  const groups = Object.values(definition.indexes).flatMap((group) => {
    const parts = group(row as never)
    if (!parts) return []
    return [all(context, table).filter((other) => other.id !== row.id && sameParts(group(other as never), parts))]
  })
  const inhabited = groups.filter((rows) => rows.length > 0).toSorted((one, other) => one.length - other.length)
  return inhabited[0] ?? []
}

const sameParts = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one?.length === other.length && one.every((part, place) => part === other[place])

const namesakes = (context: Context, table: string, row: Row): Row[] =>
  all(context, table).filter((other) => other.org !== row.org && nameOf(other) === nameOf(row))

/** What a write changes in a row that was there before. */
function changes(context: Context, table: string, row: Row): Fields | undefined {
  const before = context.get(table, ...keyOf(context.transaction.table(table), row)) as unknown as Fields | undefined
  if (!before) return undefined
  const after = row as unknown as Fields
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name] && name !== 'dueId'))
}

function putBeside(which: typeof siblings) {
  return (context: Context, table: string, row: Row): Row => {
    const changed = changes(context, table, row)
    if (changed) for (const other of which(context, table, row)) context.put(table, { ...other, ...changed })
    return context.put(table, row)
  }
}

function removeBeside(which: typeof siblings) {
  return (context: Context, table: string, ...key: readonly string[]): void => {
    const row = context.get(table, ...key)
    if (row)
      for (const other of which(context, table, row))
        context.remove(table, ...keyOf(context.transaction.table(table), other))
    context.remove(table, ...key)
  }
}

/** Reads and writes that hit other rows than they should, for the mutators of our domain. */
const WRONG_ROWS = {
  /** Newest first. */
  everybodys: (context: Context, table: string): Iterable<Row> => all(context, table).toReversed(),
  ofNamesakes(context: Context, table: string, index: string, ...parts: readonly string[]): Iterable<Row> {
    const group = context.transaction.table(table).definition.indexes[index]
    const own = [...context.newest(table, index, ...parts)]
    const others = all(context, table).filter((row) => {
      const its = group?.(row as never)
      return its && row.org !== parts[0] && its.length > 1 && sameParts(its.slice(1), parts.slice(1))
    })
    return [...own, ...others.toReversed()]
  },
  putOnSiblings: putBeside(siblings),
  putOnNamesakes: putBeside(namesakes),
  removeSiblings: removeBeside(siblings),
  removeNamesakes: removeBeside(namesakes),
  /** A new row takes the place of the newest one beside it. */
  putInPlace(context: Context, table: string, row: Row): Row {
    const key = (one: Row) => keyOf(context.transaction.table(table), one)
    const last = context.get(table, ...key(row)) ? undefined : siblings(context, table, row).at(-1)
    if (last) context.remove(table, ...key(last))
    return context.put(table, row)
  },
}

/** Where a mutated copy finds them. */
export const WRONG = '__wrongRows'
Object.assign(globalThis, { [WRONG]: WRONG_ROWS })
