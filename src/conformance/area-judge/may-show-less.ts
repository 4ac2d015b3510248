import { callerOf } from '../../model/request/caller.ts'
import { readerOf } from '../../model/world/transaction-context.ts'
import type { Excuse } from '../checks/excuse.ts'
import { UNSAID } from '../script/offered.ts'
import type { Answered } from '../shadow/answered.ts'
import { choicesFor } from '../shadow/choices.ts'

/**
 * Of some kinds no sentence says that a caller can be narrowed to them (Endpoints, IAM, row 1): a grant that names one may
 * be about nothing, and then a list shows none.
 */
export const mayShowLess: Excuse = (answered, { outcome, mismatches, seen }) => {
  const isAboutUnsaid =
    outcome.kind === 'success' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'lacks' && UNSAID.has(one.entity))
  return isAboutUnsaid && isNarrowed(answered)
    ? { shadow: seen, inconclusive: `${answered.operation.id}: narrowing to things of this kind is open` }
    : undefined
}

function isNarrowed({ contract, shadow, request: { credential } }: Answered): boolean {
  const { scope = [] } = callerOf(readerOf(shadow.world, choicesFor(contract, shadow)), credential) ?? {}
  return scope.some(({ resourceIds }) => resourceIds.length > 0)
}
