import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { isObject } from '../../contract/json.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import type { Assignment } from '../shadow/choices.ts'

/**
 * Assignments that put an open bound just past a number in the body. A refusal shows only on which side of the bound the
 * number is, not the bound itself.
 */
export function* boundsFrom(
  { gaps }: Contract,
  assignment: Assignment,
  asked: readonly GapId[],
  body: unknown,
): Generator<Assignment> {
  for (const gap of asked) {
    const { bounds, schema } = gaps.definitions.get(gap) ?? {}
    const number = bounds && isObject(body) ? body[bounds.field] : undefined
    if (!bounds || !schema || typeof number !== 'number' || gaps.pinned(gap) || assignment.has(gap)) continue
    const beyond = bounds.side === 'most' ? number - 1 : number + 1
    if (validatorFor(schema)(beyond).length === 0) yield new Map(assignment).set(gap, beyond)
  }
}
