import { scopeExceeded } from '../../model/areas/tokens/rules/scope.ts'
import { worldIfGood } from '../areas/tokens/lifetimes.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { explain } from '../explain/explain.ts'
import type { Answered } from '../shadow/answered.ts'

/**
 * A token that may still be good can do no more than it could before (Authentication, point 2): the disagreement with the
 * scope that it went beyond, if it did.
 */
export function beyondScope(answered: Answered, disagreement: Disagreement): Disagreement | undefined {
  const world = worldIfGood(answered, disagreement)
  const result = world && explain(answered, world)
  if (!result || result.explained || result.outcome.kind !== 'refused') return undefined
  const { refusals } = result.outcome
  const isBeyond = refusals.some(({ rule }) => rule.id === scopeExceeded.id)
  return isBeyond && refusals.every(({ rule }) => rule.stage === 'permission')
    ? { ...result, seen: disagreement.seen }
    : undefined
}
