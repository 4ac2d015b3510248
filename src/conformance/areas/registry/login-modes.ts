import type { Excuse } from '../../checks/excuse.ts'
import { actorOf } from '../../shadow/actor-of.ts'

/**
 * What each role may do in a registry is open (Authentication, point 3), but for an owner: somebody else may be given less
 * than both.
 */
export const mayGetLess: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation } = answered
  const actor = actorOf(answered)
  const isLess =
    operation.id === 'createLoginCredential' &&
    outcome.kind === 'success' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'value' && one.path === 'scope[Registry].mode' && one.actual === 'pull')
  return isLess && actor?.role !== 'owner'
    ? { shadow: seen, inconclusive: 'createLoginCredential: the caller may only read' }
    : undefined
}
