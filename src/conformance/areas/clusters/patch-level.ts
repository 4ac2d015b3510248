import type { Excuse } from '../../checks/excuse.ts'
import { isSuccess } from '../../shadow/answered.ts'
import { upgradeAsked } from './checks/skew-gate.ts'

/** A step within a minor version leaves nobody further behind than they are: the gate may let it pass (upgrade rules, 2). */
export const mayLetPatchesPass: Excuse = (answered, { outcome, seen }) => {
  if (!isSuccess(answered) || outcome.kind !== 'refused' || !upgradeAsked(answered)?.withinMinor) return undefined
  if (!outcome.refusals.every(({ rule }) => rule.id === 'clusters.node-skew')) return undefined
  return { shadow: seen, inconclusive: 'updateCluster: a patch passed the skew gate' }
}
