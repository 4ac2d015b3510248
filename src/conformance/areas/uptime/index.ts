import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { UPTIME_COMPARATORS } from './comparators.ts'

export const uptime: AreaJudge = {
  operations: {},
  comparators: UPTIME_COMPARATORS,
}
