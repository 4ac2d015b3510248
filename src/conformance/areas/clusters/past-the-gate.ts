import type { Disagreement, Excuse } from '../../checks/excuse.ts'
import { type Answered, isSuccess } from '../../shadow/answered.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { upgradeAsked } from './checks/skew-gate.ts'

/** The names of the nodes for which alone an upgrade had to be refused; undefined if it was, or for something else. */
function passed(answered: Answered, { outcome }: Disagreement): readonly string[] | undefined {
  if (!isSuccess(answered) || outcome.kind !== 'refused') return undefined
  const { refusals } = outcome
  return refusals.every(({ rule }) => rule.id === 'clusters.node-skew')
    ? refusals.flatMap(({ names }) => names)
    : undefined
}

/** A step within a minor version leaves nobody further behind than they are: the gate may let it pass (upgrade rules, 2). */
export const mayLetPatchesPass: Excuse = (answered, disagreement) =>
  passed(answered, disagreement) && upgradeAsked(answered)?.withinMinor
    ? { shadow: disagreement.seen, inconclusive: 'updateCluster: a patch passed the skew gate' }
    : undefined

/** The check is live (upgrade rules, 2): whether it counts nodes that are not ready is not said. */
export const mayOverlookUnready: Excuse = (answered, disagreement) => {
  const { shadow, org, request } = answered
  const names = passed(answered, disagreement)
  const isReady = rowsOf(shadow.world, 'Node').some(
    (row) => row.org === org && row.cluster === request.parameters.name && row.ready && names?.includes(row.name),
  )
  return names && !isReady
    ? { shadow: disagreement.seen, inconclusive: 'updateCluster: the skew gate let through a node that is not ready' }
    : undefined
}
