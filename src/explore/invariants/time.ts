import { responseFor } from '../../contract/operations.ts'
import type { Invariant } from '../invariant.ts'
import { fieldsIn } from './fields.ts'

/** Fields with the time of an event. */
const PAST =
  /^(createdAt|updatedAt|openedAt|resolvedAt|acknowledgedAt|lastUsedAt|lastRequest|occurredAt|pushedAt|stateSince)$/

export const oneClock: Invariant = {
  name: 'one-clock',
  says: 'Time never goes back, and nothing has happened later than now.',
  breach: ({ before, after, seenAfter }) => {
    if (after.nowMs < before.nowMs) return `the clock went back by ${before.nowMs - after.nowMs} ms`
    for (const { operation, body } of seenAfter) {
      const schema = responseFor(operation, operation.success.status)?.schema
      for (const { name, value } of fieldsIn(schema, body))
        if (PAST.test(name) && typeof value === 'string' && Date.parse(value) > after.nowMs)
          return `${operation.id}: ${name} is ${value}, and it is ${new Date(after.nowMs).toISOString()}`
    }
    return undefined
  },
}
