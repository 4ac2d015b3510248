import type { AreaJudge } from '../../area-judge/area-judge.ts'

export const organization: AreaJudge = {
  operations: {},
  comparators: {},
}
