import type { Rule } from '../../../rule.ts'
import { rulesIn } from '../../../rules-in.ts'
import * as alerts from './alerts.ts'
import * as common from './common.ts'
import * as incidentList from './incident-list.ts'
import * as incidents from './incidents.ts'
import * as overrides from './overrides.ts'
import * as paging from './paging.ts'
import * as pagingRefusals from './paging-refusals.ts'
import * as policies from './policies.ts'
import * as provider from './provider.ts'
import * as schedules from './schedules.ts'
import * as updates from './updates.ts'
import * as walk from './walk.ts'

/** Every rule of the area: what the files of this folder export. */
export const ONCALL_RULES: readonly Rule[] = [
  common,
  incidents,
  incidentList,
  alerts,
  updates,
  schedules,
  overrides,
  policies,
  walk,
  paging,
  pagingRefusals,
  provider,
].flatMap((file) => rulesIn(file))
