import type { Invariant } from '../invariant.ts'
import {
  answersFitTheDescription,
  countsAgree,
  referencesHold,
  refusalsLeaveNoTrace,
  secretsLeaveOnce,
} from './answers.ts'
import { closedStatesStayClosed, statesFollowTheTable } from './states.ts'
import { oneClock } from './time.ts'

/** Everything that must hold in every reachable world. */
export const INVARIANTS: readonly Invariant[] = [
  statesFollowTheTable,
  closedStatesStayClosed,
  refusalsLeaveNoTrace,
  answersFitTheDescription,
  secretsLeaveOnce,
  referencesHold,
  countsAgree,
  oneClock,
]
