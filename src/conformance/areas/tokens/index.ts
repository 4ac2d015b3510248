import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { TOKENS_COMPARATORS } from './comparators.ts'

export const tokens: AreaJudge = {
  operations: {},
  comparators: TOKENS_COMPARATORS,
}
