import { isObject } from '../../../src/contract/json.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { annotatedFields } from '../../../src/contract/schema/fields.ts'
import { EVERYWHERE } from '../../../src/model/identity/identity.ts'
import { everyRow, oldestFirst, type Row } from '../../../src/model/table/table.ts'
import { hasTable, type World } from '../../../src/model/world/world.ts'

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

/** The organization whose things the body refers to, by the annotations of its fields. */
function ownerOfNamed(world: World, operation: Operation, body: Record<string, unknown>): string | undefined {
  for (const { path, annotation } of annotatedFields(operation.body?.schema)) {
    const [name = ''] = path
    const named = body[name]
    const entity = [annotation.reference].flat()[0]
    if (path.length !== 1 || typeof named !== 'string' || !entity || !hasTable(world, entity)) continue
    for (const row of everyRow<Row>(world.tables[entity]))
      if (row.id === named && row.org !== EVERYWHERE) return row.org
  }
  return undefined
}
