import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'
import { successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Answered } from '../shadow/answered.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { isTelling } from '../shadow/telling-id.ts'
import { plainCheck } from './check.ts'

/**
 * A list may hold what we know nothing of. But an item that refers to a thing which was made for another organization is about
 * that one, and must not be seen here (GEN-04). Only things of this very sequence count: an earlier one may have tried to
 * refer to what is always there.
 */
export const aboutElsewhere = plainCheck('isolation', (answered) => {
  const { contract, operation, things, shadow, org } = answered
  if (operation.does !== 'list') return []
  // What has the same number elsewhere is not known here for that.
  const unknown = things.filter(({ entity, id }) =>
    rowsWithId(shadow.world, entity, id).every((row) => row.org !== org),
  )
  const schema = successSchema(operation)
  if (unknown.length === 0 || !schema) return []
  const references = referencesIn(schema).filter(({ entity }) => madeBy(contract).has(entity))
  return unknown
    .filter(({ object }) => references.some(({ field, entity }) => isElsewhere(answered, entity, object[field])))
    .map(({ entity, id, object, pointer }) => ({
      ...{ code: 'holds', path: pointer.split('/')[1] ?? '', entity, id, why: 'elsewhere', rules: ['GEN-04'] },
      ...{ expected: undefined, actual: object },
    }))
})

interface Reference {
  readonly field: string
  readonly entity: string
}

/** The fields of a list's items that name another thing. */
const referencesIn = memo((schema: Schema): readonly Reference[] =>
  annotatedFields(schema).flatMap(({ path: [, items, field, deeper], annotation }) => {
    const [entity] = [annotation.reference ?? []].flat()
    const isOfItem = items === '*' && deeper === undefined
    return isOfItem && field !== undefined && entity !== undefined ? [{ field, entity }] : []
  }),
)

/** The kinds of things that somebody makes: others are on offer to all. */
const madeBy = memo(
  ({ operations, doors }: Contract): ReadonlySet<string> =>
    new Set(
      [...operations.values(), ...doors.values()].flatMap(({ does, entity }) =>
        does === 'create' && entity !== undefined ? [entity] : [],
      ),
    ),
)

function isElsewhere({ shadow, org }: Answered, entity: string, id: unknown): boolean {
  if (typeof id !== 'string' || !isTelling(id)) return false
  const rows = rowsWithId(shadow.world, entity, id)
  return rows.length > 0 && rows.every((row) => row.org !== org && row.seq >= shadow.firstSeq)
}
