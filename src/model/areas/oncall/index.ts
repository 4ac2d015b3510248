import type { AreaModel } from '../area.ts'
import * as door from './effects/alerts/alert-door.ts'
import * as sources from './effects/alerts/alert-sources.ts'
import * as detail from './effects/incidents/incident-detail.ts'
import * as incidents from './effects/incidents/incidents.ts'
import { getStatusPage, visitor } from './effects/incidents/status-page.ts'
import * as updates from './effects/incidents/updates.ts'
import * as paging from './effects/paging/paging-settings.ts'
import * as provider from './effects/paging/provider-credential.ts'
import * as policies from './effects/policies/policies.ts'
import * as services from './effects/policies/services.ts'
import * as overrides from './effects/schedules/overrides.ts'
import * as schedules from './effects/schedules/schedules.ts'
import * as events from './events.ts'
import { ONCALL_RULES } from './rules/index.ts'
import { TIMERS } from './timers.ts'

export const oncall: AreaModel = {
  rules: ONCALL_RULES,
  effects: {
    ...provider,
    ...incidents,
    getIncident: detail.getIncident,
    ...updates,
    ...schedules,
    ...overrides,
    ...policies,
    ...services,
    ...paging,
    ...sources,
    receiveAlerts: door.receiveAlerts,
    getStatusPage,
  },
  events,
  timers: TIMERS,
  doors: { receiveAlerts: door.sender, getStatusPage: visitor },
}
