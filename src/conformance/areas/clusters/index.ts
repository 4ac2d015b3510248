import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { CLUSTERS_COMPARATORS } from './comparators.ts'

export const clusters: AreaJudge = {
  operations: {},
  comparators: CLUSTERS_COMPARATORS,
}
