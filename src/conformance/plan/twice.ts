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
      parameters: (_, { parameters }) => first()?.parameters ?? parameters,
      query: (_, { query }) => first()?.query ?? query,
      ...(operation.body && { body: (_, plain) => first()?.body ?? plain }),
    },
  }
}
