import { isObject } from '../../../src/contract/json.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { annotatedFields } from '../../../src/contract/schema/fields.ts'
import { EVERYWHERE } from '../../../src/model/identity/identity.ts'
import { everyRow, oldestFirst, type Row, type Table } from '../../../src/model/table/table.ts'
import { isTable } from '../../../src/model/world/state.ts'
import type { World } from '../../../src/model/world/world.ts'

/** The organization an event happens to: the one it names, else whose things it names, else the first. */
export function affectedOrganization(
  world: World,
  operation: Operation,
  body: unknown,
): { readonly org: string } | { readonly missing: string } {
  const organizations = [...oldestFirst(world.tables.Organization, 'all', [EVERYWHERE])].map(({ id }) => id)
  const given = isObject(body) ? body : {}
  if (typeof given.organization === 'string')
    return organizations.includes(given.organization) ? { org: given.organization } : { missing: given.organization }
  return { org: ownerOfNamed(world, operation, given) ?? organizations[0] ?? '' }
}

/** Whose things the body refers to, by what the description says its fields refer to. */
function ownerOfNamed(world: World, operation: Operation, body: Record<string, unknown>): string | undefined {
  for (const { path, annotation } of annotatedFields(operation.body?.schema)) {
    const [name = ''] = path
    const named = body[name]
    const entity = [annotation.reference].flat()[0]
    if (path.length !== 1 || typeof named !== 'string' || !entity || !isTable(entity)) continue
    for (const row of everyRow(world.tables[entity] as unknown as Table<Row>))
      if (row.id === named && row.org !== EVERYWHERE) return row.org
  }
  return undefined
}
