import type { Operation } from '../../contract/operations.ts'
import type { CallGoal } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { call } from './looks.ts'

/** A request, and the same once more, to the letter. */
export function twice(operation: Operation): { readonly once: CallGoal; readonly again: CallGoal } {
  const { first, drawn } = remembered()
  return {
    once: { ...call(operation), drawn },
    again: {
      ...call(operation),
      parameters: (drawing, { parameters }) => first(drawing)?.parameters ?? parameters,
      query: (drawing, { query }) => first(drawing)?.query ?? query,
      ...(operation.body && { body: (drawing, plain) => first(drawing)?.body ?? plain }),
    },
  }
}
