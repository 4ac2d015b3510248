import type { ModelRequest } from '../../model/decide.ts'
import { keyOf, type Row } from '../../model/table/table.ts'
import type { Comparison } from '../compare/comparison.ts'
import { isGoneForGood, rowsWithId, tableOf } from './rows.ts'
import { type Shadow, thingKey } from './shadow.ts'

/**
 * The status of an identifier in the shadow. Identifiers are unique per kind and parent: the first overrides of two
 * schedules may have the same one, so things below another parent than the request's are ignored.
 */
export function standingFor(shadow: Shadow, request: ModelRequest, org: string): Comparison['standing'] {
  const named = Object.values(request.parameters)
  return (entity, id) => {
    const table = tableOf(shadow.world, entity)
    const rows = rowsWithId(shadow.world, entity, id)
    const below = (row: Row) => (table ? keyOf(table, row) : []).slice(1, -1)
    const row = rows.find((one) => named.length === 0 || below(one).every((parent) => named.includes(parent)))
    if (row?.org === org) return isGoneForGood(row) ? 'gone' : 'ours'
    // Its name may have been ours before it was theirs.
    if (shadow.gone.has(thingKey(entity, org, id))) return 'gone'
    return row ? 'elsewhere' : 'unknown'
  }
}
