import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as ofAlerts from '../statements/alerts.ts'
import * as ofIncidentList from '../statements/incident-list.ts'
import * as ofIncidents from '../statements/incidents.ts'
import * as ofOverrides from '../statements/overrides.ts'
import * as ofPaging from '../statements/paging.ts'
import * as ofPolicies from '../statements/policies.ts'
import * as ofProvider from '../statements/provider.ts'
import * as ofSchedules from '../statements/schedules.ts'
import * as ofUpdates from '../statements/updates.ts'
import * as ofWalk from '../statements/walk.ts'
import * as alerts from './alerts.ts'
import * as common from './common.ts'
import * as incidentList from './incident-list.ts'
import * as incidents from './incidents.ts'
import * as overrides from './overrides.ts'
import * as paging from './paging.ts'
import * as policies from './policies.ts'
import * as provider from './provider.ts'
import * as schedules from './schedules.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const ONCALL_RULES: readonly Rule[] = rulesIn<Rule>(
  common,
  incidents,
  ofIncidents,
  incidentList,
  ofIncidentList,
  alerts,
  ofAlerts,
  ofUpdates,
  schedules,
  ofSchedules,
  overrides,
  ofOverrides,
  policies,
  ofPolicies,
  ofWalk,
  ofPaging,
  paging,
  provider,
  ofProvider,
)
