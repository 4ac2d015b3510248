import { isObject } from '../../contract/json.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { misshapen } from '../checks/schema.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { found, inconclusive, type Judged, type Seen } from './judged.ts'

// That there are side doors is stated; their bodies and most of their statuses are not.

/** A side door that answers in a way of its own is not understood. */
export function judgeStrangeDoor(answered: Answered): Judged | undefined {
  const { operation, contract, shadow } = answered
  if (!contract.doors.has(operation.id) || !isSuccess(answered) || misshapen(answered).length === 0) return undefined
  return inconclusive(shadow, `${operation.id} does not answer as docs/side-doors.md describes it`)
}

/** A side door may refuse in whatever way. */
export function judgeClosedDoor(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { operation, contract, received } = seen.answered
  const isRefusal = received.status >= 400 && received.status < 500
  return contract.doors.has(operation.id) && isRefusal && saysNoToo(disagreement) ? found(seen) : undefined
}

/** True if the model says no in other words: there is no such thing, or an answer that does not allow it. */
const saysNoToo = ({ outcome }: Disagreement): boolean =>
  outcome.kind === 'refused'
    ? outcome.refusals.every(({ rule }) => rule.stage === 'existence')
    : isObject(outcome.body) && outcome.body.allowed === false
