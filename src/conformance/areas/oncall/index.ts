import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { ONCALL_COMPARATORS } from './comparators.ts'

export const oncall: AreaJudge = {
  operations: {},
  comparators: ONCALL_COMPARATORS,
}
