import { keyOf, type Row, type Table } from '../../model/table/table.ts'
import type { TableName } from '../../model/world/rows.ts'
import { apply, type Change } from '../../model/world/world.ts'
import { isGone, rowsIn, rowsWithId, tableOf } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Call } from './call.ts'

/** What is known of something that a path names. */
export type Standing = 'there' | 'gone' | 'elsewhere' | 'unknown'

export interface Named {
  readonly entity: string
  readonly id: string
  readonly standing: Standing
}

/** The things that the path of a call names, for a caller of an organization. */
export function namedBy({ operation, parameters }: Call, shadow: Shadow, org: string): Named[] {
  const values: string[] = []
  return operation.parameters.flatMap(({ name, names, in: place }) => {
    if (place !== 'path') return []
    const id = parameters[name] ?? ''
    values.push(id)
    if (names === undefined || !tableOf(shadow.world, names)) return []
    return [{ entity: names, id, standing: standingOf(shadow, { entity: names, org, key: values }) }]
  })
}

interface Place {
  readonly entity: string
  readonly org: string
  /** The path parameters up to it. */
  readonly key: readonly string[]
}

function standingOf(shadow: Shadow, { entity, org, key }: Place): Standing {
  const table = tableOf(shadow.world, entity)
  const id = key.at(-1) ?? ''
  const rows = rowsWithId(shadow.world, entity, id)
  // Below another thing than the path names it is another one.
  const row = rows.find((one) => (table ? keyOf(table, one) : []).slice(1, -1).every((parent) => key.includes(parent)))
  if (row?.org === org) return isGone(row) ? 'gone' : 'there'
  if (shadow.gone.has(thingKey(entity, org, id))) return 'gone'
  return row ? 'elsewhere' : 'unknown'
}

/** Nothing is known any more of whatever has to do with an identifier; what is not known is never held against anybody. */
export function forgetAbout(shadow: Shadow, ids: readonly string[]): Shadow {
  if (ids.length === 0) return shadow
  const changes: Change[] = []
  const tables: Readonly<Record<TableName, Table<Row>>> = shadow.world.tables
  for (const name in tables) {
    const table = tables[name as TableName]
    if (KEPT.has(name)) continue
    for (const row of rowsIn(table))
      if (ids.some((id) => mentions(row, id)))
        changes.push({ kind: 'remove', table: name as TableName, key: keyOf(table, row) })
  }
  return changes.length === 0 ? shadow : { ...shadow, others: [], world: apply(shadow.world, changes) }
}

/** Who the callers are, and what is on offer, was not learned from what they did. */
const KEPT: ReadonlySet<string> = new Set(['Organization', 'User', 'Membership', 'Credential', 'IamRole', 'Permission'])

function mentions(node: unknown, id: string): boolean {
  if (typeof node === 'string') return node === id
  return typeof node === 'object' && node !== null && Object.values(node).some((item) => mentions(item, id))
}
