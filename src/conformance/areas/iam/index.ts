import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { mayStillGo } from '../../area-judge/may-still-go.ts'
import { everyPermission } from './checks/every-permission.ts'
import { oneEntryEach } from './checks/one-entry-each.ts'
import { IAM_CLEAN_UP } from './clean-up.ts'
import { IAM_COMPARATORS } from './comparators.ts'
import { IAM_EVENTS } from './events.ts'
import { IAM_SCRIPTS } from './scripts.ts'
import { IAM_START_UP } from './start-up.ts'

export const iam: AreaJudge = {
  operations: {},
  values: {},
  fixtures: {},
  twists: {},
  scripts: IAM_SCRIPTS,
  events: IAM_EVENTS,
  switches: [],
  quotas: [],
  scopedBy: [],
  startUp: IAM_START_UP,
  singletons: [],
  cleanUp: IAM_CLEAN_UP,
  comparators: IAM_COMPARATORS,
  checks: [everyPermission, oneEntryEach],
  excuses: [mayStillGo],
}
