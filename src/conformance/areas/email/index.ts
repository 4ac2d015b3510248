import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { EMAIL_COMPARATORS } from './comparators.ts'

export const email: AreaJudge = {
  operations: { listDeliveries: { recentOnly: true } },
  comparators: EMAIL_COMPARATORS,
}
