import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { REGISTRY_COMPARATORS } from './comparators.ts'

export const registry: AreaJudge = {
  operations: {},
  comparators: REGISTRY_COMPARATORS,
}
