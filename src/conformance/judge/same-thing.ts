import { type Operation, successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { sameJson } from '../compare/compare.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { rowsOf } from '../shadow/rows.ts'

/**
 * True if a creation is answered with a thing that is there already and is just as was asked for: no sentence says that each
 * request makes another one. One whose secret is shown once is no such thing.
 */
export function isSameThing(answered: Answered, { outcome, mismatches }: Disagreement): boolean {
  const { operation, shadow } = answered
  if (operation.does !== 'create' || outcome.kind !== 'success' || !isSuccess(answered)) return false
  if (mismatches.length === 0 || hasSecret(operation)) return false
  return mismatches.every((one) => {
    if (one.code !== 'identifier') return false
    const there = rowsOf(shadow.world, operation.entity ?? '').find(({ id }) => id === one.actual)
    const made = outcome.changes.find((change) => change.kind === 'put' && change.table === operation.entity)
    return made?.kind === 'put' && there !== undefined && isAsGiven(made.row, there)
  })
}

/** True if the rows differ in nothing but what the target gave them by itself. */
const isAsGiven = (made: Row, there: Row): boolean =>
  Object.entries(made).every(
    ([name, value]) => name === 'seq' || isSymbol(value) || sameJson(value, Reflect.get(there, name)),
  )

const hasSecret = (operation: Operation): boolean =>
  annotatedFields(successSchema(operation)).some(({ annotation }) => annotation.secret !== undefined)
