import { keyOf, type Row, type Table } from '../../model/table/table.ts'
import type { TableName } from '../../model/world/rows.ts'
import { apply, type Change } from '../../model/world/world.ts'
import { isGone, rowsIn, rowsWithId, tableOf } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Call } from './call.ts'

/** Whether something in a path exists for the caller, as far as is known. */
export type Standing = 'there' | 'gone' | 'elsewhere' | 'unknown'

export interface Named {
  readonly entity: string
  readonly id: string
  readonly standing: Standing
}

/** The things in the path of a call, as a caller of this organization sees them. */
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
  /** Its path parameters, with those of its parents before it. */
  readonly key: readonly string[]
}

function standingOf(shadow: Shadow, { entity, org, key }: Place): Standing {
  const table = tableOf(shadow.world, entity)
  const id = key.at(-1) ?? ''
  const rows = rowsWithId(shadow.world, entity, id)
  // The same identifier below another parent is another thing.
  const row = rows.find((one) => (table ? keyOf(table, one) : []).slice(1, -1).every((parent) => key.includes(parent)))
  if (row?.org === org) return isGone(row) ? 'gone' : 'there'
  if (shadow.gone.has(thingKey(entity, org, id))) return 'gone'
  return row ? 'elsewhere' : 'unknown'
}

/** Removes everything that mentions these identifiers: nothing that is unknown leads to a finding. */
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

/** Tables with the callers, the roles and the catalogs. They come from the start, not from traffic, and are never forgotten. */
const KEPT: ReadonlySet<string> = new Set<TableName>([
  ...(['Organization', 'User', 'Membership', 'Credential', 'IamRole', 'Permission'] as const),
  ...(['RegistryUpstream', 'UptimeInterval', 'UptimeVantage'] as const),
])

function mentions(node: unknown, id: string): boolean {
  if (typeof node === 'string') return node === id
  return typeof node === 'object' && node !== null && Object.values(node).some((item) => mentions(item, id))
}
