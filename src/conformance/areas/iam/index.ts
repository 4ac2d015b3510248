import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { IAM_COMPARATORS } from './comparators.ts'
import { IAM_SCRIPTS } from './scripts.ts'

export const iam: AreaJudge = {
  operations: {},
  values: {},
  fixtures: {},
  twists: {},
  scripts: IAM_SCRIPTS,
  events: {},
  switches: [],
  quotas: [],
  comparators: IAM_COMPARATORS,
}
