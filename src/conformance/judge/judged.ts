import type { AppliedRefusal } from '../../model/decide.ts'
import type { Disagreement } from '../checks/excuse.ts'
import type { Explained } from '../explain/explain.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** The verdict on a response, and the shadow after it. */
export interface Judged {
  readonly shadow: Shadow
  readonly findings: readonly Finding[]
  readonly observations: readonly Observation[]
  /** Nothing can be concluded from this answer. */
  readonly inconclusive: string | undefined
  /** The finding if the same response comes repeatedly while the target answers everything else. */
  readonly ifItStays?: Finding
  /** The explanation of the answer, if there is one. */
  readonly explained: Explained | undefined
  /** The refusal that was given and was the only one that applied: it counts as covered. */
  readonly sole: AppliedRefusal | undefined
  /** The difference from the model, if no gap values explain the response. */
  readonly disagreement?: Disagreement
}

/** An answer after the checks have looked at it. */
export interface Seen {
  readonly answered: Answered
  /** The shadow before, with the checks' memory of this answer. */
  readonly shadow: Shadow
  readonly findings: readonly Finding[]
}

/** A verdict with the findings of the checks, and more. */
export const found = ({ shadow, findings }: Seen, more: readonly Finding[] = []): Judged => ({
  shadow,
  findings: [...findings, ...more],
  observations: [],
  inconclusive: undefined,
  explained: undefined,
  sole: undefined,
})

/** Nothing can be concluded, not even from the findings of the checks. */
export const inconclusive = (shadow: Shadow, why: string): Judged => ({
  shadow,
  findings: [],
  observations: [],
  inconclusive: why,
  explained: undefined,
  sole: undefined,
})
