import type { Excuse } from '../../checks/excuse.ts'
import { isSuccess } from '../../shadow/answered.ts'

/** The second says with the first that the cluster is changing. */
const OVER_BY_THEN: ReadonlySet<string> = new Set(['clusters.concurrent-change', 'clusters.changed-while-rolling'])

/**
 * A change that the target first put off (429) comes later than it was sent: somebody else's change, which stands in the way
 * of one request or for a while, may be over by then.
 */
export const mayBeOverByThen: Excuse = (answered, { outcome, seen }) => {
  if (!isSuccess(answered) || !answered.received.slowedDown || outcome.kind !== 'refused') return undefined
  return outcome.refusals.every(({ rule }) => OVER_BY_THEN.has(rule.id))
    ? { shadow: seen, inconclusive: `${answered.operation.id}: somebody else's change may have been over by then` }
    : undefined
}
