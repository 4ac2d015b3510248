import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { withValueAt } from '../compare/value-at.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { UNSAID } from '../script/offered.ts'
import { call } from './looks.ts'
import { byBoth, type Tried } from './narrowed-callers.ts'
import { onFirstAndReading } from './narrowings.ts'
import { kindsIn } from './scoped.ts'
import { madeReady } from './scoped-parts.ts'
import { at, naming, references } from './several.ts'

/**
 * Somebody who may read everything, and write to one of two things only, makes what names things of the kind: the other
 * one, both of them in either order where there is a list for them, and the one (Authentication, points 2 and 3).
 */
export const scopedCreations = (operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] =>
  kindsIn(operations).flatMap(({ area, entity, create }) => {
    if (UNSAID.has(entity)) return []
    const made = operations
      .filter((operation) => operation.area === area && operation.does === 'create' && operation !== create)
      .flatMap((operation) => namingEach(operation, entity))
    if (made.length === 0) return []
    const tried: Tried = (narrowed, caller) => [
      [...madeReady(operations, entity, create), ...narrowed, ...made.map((goal) => ({ ...goal, ...caller }))],
    ]
    return byBoth(all, onFirstAndReading(area, entity), tried)
  })

function namingEach(operation: Operation, entity: TableName): CallGoal[] {
  const reference = references(operation).find(({ to, place }) => to === entity && !place.schema.items?.properties)
  if (!reference) return []
  const { path, schema } = reference.place
  const both = (...places: readonly number[]): CallGoal => ({
    ...call(operation),
    intent: 'exotic',
    body: (drawing, plain) => {
      const ids = places.flatMap((place) => at(drawing, entity, place)?.id ?? [])
      return ids.length === places.length ? withValueAt(plain, path, ids) : undefined
    },
  })
  return [
    naming(operation, reference, -1),
    ...(schema.items ? [both(-2, -1), both(-1, -2)] : []),
    naming(operation, reference, -2),
  ]
}
