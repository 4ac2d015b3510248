import type { AreaModel } from '../../area.ts'
import * as door from './alert-door.ts'
import * as sources from './alert-sources.ts'
import * as events from './events.ts'
import * as detail from './incident-detail.ts'
import * as incidents from './incidents.ts'
import * as overrides from './overrides.ts'
import * as paging from './paging-settings.ts'
import * as policies from './policies.ts'
import * as provider from './provider-credential.ts'
import { ONCALL_RULES } from './rules/index.ts'
import * as schedules from './schedules.ts'
import * as services from './services.ts'
import { getStatusPage, visitor } from './status-page.ts'
import { TIMERS } from './timers.ts'
import * as updates from './updates.ts'

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
