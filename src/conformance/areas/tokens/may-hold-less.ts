import type { Excuse } from '../../checks/excuse.ts'
import { actorOf } from '../../shadow/actor-of.ts'

/**
 * What each role may do is open but for an owner (Authentication, point 3), and so is whether a role is offered to somebody
 * who may do less than it says (Endpoints, Tokens, row 3).
 */
export const mayHoldLess: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation } = answered
  const actor = actorOf(answered)
  const isLess =
    operation.id === 'getTokenScopeOptions' &&
    outcome.kind === 'success' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'lacks' && one.path === 'roles')
  return isLess && actor !== undefined && actor.role !== 'owner'
    ? { shadow: seen, inconclusive: `${operation.id}: the caller may hold less than the role` }
    : undefined
}
