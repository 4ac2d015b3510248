import type { Outcome } from '../../model/decide.ts'
import type { Mismatch } from '../compare/comparison.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** An answer that the model would not have given under any reading of the contract. */
export interface Disagreement {
  readonly outcome: Outcome
  /** The differences between the two. */
  readonly mismatches: readonly Mismatch[]
  /** Those that remain whatever values the gaps have; undefined where one side refused and the other did not. */
  readonly stubborn: readonly Mismatch[] | undefined
  /** The shadow before, with the checks' memory of this answer. */
  readonly seen: Shadow
}

/** The shadow after an answer that may be right for now. */
export interface Excused {
  readonly shadow: Shadow
  /** The reason why nothing can be concluded; undefined if the findings of the checks remain. */
  readonly inconclusive: string | undefined
}

/**
 * Excuses an answer that the model would not have given, if it may be right for now: when something takes time, say.
 */
export type Excuse = (answered: Answered, disagreement: Disagreement) => Excused | undefined
