import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** What a target does at a gap, as its profile says or as it was seen; undefined before either. */
export const knownChoice = ({ gaps }: Contract, learned: Shadow['learned'], gap: GapId): Json | undefined =>
  gaps.pinned(gap) ? (gaps.value(gap) as Json) : learned.get(gap)
