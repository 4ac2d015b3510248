import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { IAM_COMPARATORS } from './comparators.ts'

export const iam: AreaJudge = {
  operations: {},
  comparators: IAM_COMPARATORS,
}
