import type { Excuse } from '../../checks/excuse.ts'

/**
 * What each role may do is open but for an owner (Authentication, point 3), and so is whether a role is offered to somebody
 * who may do less than it says (Endpoints, Tokens, row 3).
 */
export const mayHoldLess: Excuse = ({ contract, operation, request }, { outcome, mismatches, seen }) => {
  const isLess =
    operation.id === 'getTokenScopeOptions' &&
    outcome.kind === 'success' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'lacks' && one.path === 'roles')
  const [, actor] =
    Object.entries(contract.profile.actors).find(([name]) => request.credential === `actor:${name}`) ?? []
  return isLess && actor !== undefined && actor.role !== 'owner'
    ? { shadow: seen, inconclusive: `${operation.id}: the caller may hold less than the role` }
    : undefined
}
