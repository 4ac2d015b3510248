import { isObject } from '../../contract/json.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { sameJson } from '../compare/compare.ts'
import { sameMeaning } from '../compare/same-meaning.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { rowsOf } from '../shadow/rows.ts'

/**
 * True if a creation is answered with a thing that is there already and is just as was asked for: no sentence says that each
 * request makes another one. One whose secret is shown once is no such thing.
 */
export function isSameThing(answered: Answered, { outcome, mismatches }: Disagreement): boolean {
  const { operation, shadow } = answered
  if (operation.does !== 'create' || outcome.kind !== 'success' || !isSuccess(answered)) return false
  if (!mismatches.some(({ code }) => code === 'identifier') || hasSecret(operation)) return false
  return mismatches.every((one) => {
    if (one.code === 'value') return sameMeaning(one.expected, one.actual)
    if (one.code !== 'identifier') return false
    const there = rowsOf(shadow.world, operation.entity ?? '').find(({ id }) => id === one.actual)
    const made = outcome.changes.find((change) => change.kind === 'put' && change.table === operation.entity)
    return made?.kind === 'put' && there !== undefined && isAsGiven(made.row, there)
  })
}

/** True if the rows differ in nothing but what the target gave them by itself. */
const isAsGiven = (made: Row, there: Row): boolean =>
  Object.entries(made).every(
    ([name, value]) => name === 'seq' || isSymbol(value) || isAlike(value, Reflect.get(there, name)),
  )

/** A target may show what it was given in a form of its own, in a thing as in what is in it. */
function isAlike(given: unknown, shown: unknown): boolean {
  if (sameJson(given, shown) || sameMeaning(given, shown)) return true
  if (!isObject(given) || !isObject(shown)) return false
  return [...new Set([...Object.keys(given), ...Object.keys(shown)])].every((name) => isAlike(given[name], shown[name]))
}

const hasSecret = (operation: Operation): boolean =>
  annotatedFields(successSchema(operation)).some(({ annotation }) => annotation.secret !== undefined)
