import type { Outcome } from '../../model/decide.ts'
import type { Mismatch } from '../compare/comparison.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** An answer that the model would not have given under any reading of the contract. */
export interface Disagreement {
  readonly outcome: Outcome
  /** Where the two differ. */
  readonly mismatches: readonly Mismatch[]
  /** What was believed before, with what the checks remember of this answer. */
  readonly seen: Shadow
}

/** What is believed after an answer that may be right for now. */
export interface Excused {
  readonly shadow: Shadow
  /** Why nothing can be concluded from it; undefined: what the checks found still holds. */
  readonly inconclusive: string | undefined
}

/** Whether an answer that the model would not have given may be right for now: something takes its time, say. */
export type Excuse = (answered: Answered, disagreement: Disagreement) => Excused | undefined
