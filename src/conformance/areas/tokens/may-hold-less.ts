import type { Excuse } from '../../checks/excuse.ts'
import { isCommonRole } from '../../kit/cast.ts'
import { actorOf } from '../../shadow/actor-of.ts'

/**
 * What each role may do is open but for an owner (Authentication, point 3), and so is whether a role is offered to somebody
 * who may do less than it says (Endpoints, Tokens, row 3). In a role whose name is not common somebody may see less, too.
 */
export const mayHoldLess: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation } = answered
  const actor = actorOf(answered)
  if (operation.id !== 'getTokenScopeOptions' || outcome.kind !== 'success' || actor === undefined) return undefined
  const mayLack = new Set(isCommonRole(actor.role) ? ['roles'] : ['roles', 'resources'])
  const isLess = mismatches.length > 0 && mismatches.every((one) => one.code === 'lacks' && mayLack.has(one.path))
  return isLess && actor.role !== 'owner'
    ? { shadow: seen, inconclusive: `${operation.id}: the caller may hold less than the role` }
    : undefined
}
