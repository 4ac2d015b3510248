import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { mayShowLess } from '../../area-judge/may-show-less.ts'
import { acknowledgedBy } from './checks/acknowledged-by.ts'
import { handoffs } from './checks/handoffs.ts'
import { internalTimeline } from './checks/internal-timeline.ts'
import { keptAlerts } from './checks/kept-alerts.ts'
import { markedAlike } from './checks/marked-alike.ts'
import { phoneNumbers } from './checks/phone-numbers.ts'
import { rotation } from './checks/rotation.ts'
import { schedulesTaken } from './checks/schedules-taken.ts'
import { ONCALL_CLEAN_UP } from './clean-up.ts'
import { ONCALL_COMPARATORS } from './comparators.ts'
import { ONCALL_EVENTS, ONCALL_FIXTURES } from './events.ts'
import { ONCALL_MUST_WORK } from './must-work.ts'
import { mayHaveLeftThePage } from './off-the-page.ts'
import { resolvedMeanwhile } from './resolved-meanwhile.ts'
import { ALERT_SOURCE_SCRIPTS } from './scripts/alert-sources.ts'
import { INCIDENT_SCRIPTS } from './scripts/incidents.ts'
import { PAGING_SCRIPTS } from './scripts/paging.ts'
import { SCHEDULE_SCRIPTS } from './scripts/schedules.ts'
import { SUMMER_TIME_SCRIPTS } from './scripts/summer-time.ts'
import { ONCALL_SINGLETONS } from './singletons.ts'
import { ONCALL_START_UP } from './start-up.ts'
import { ONCALL_SWITCHES } from './switches.ts'
import { ONCALL_TWISTS } from './twists.ts'
import { ONCALL_VALUES } from './values.ts'

export const oncall: AreaJudge = {
  operations: {
    savePagingSettings: { personal: true },
    // An alert attaches to whatever incident is open on its service.
    receiveAlerts: { alone: true },
  },
  values: ONCALL_VALUES,
  fixtures: ONCALL_FIXTURES,
  twists: ONCALL_TWISTS,
  scripts: [
    ...ALERT_SOURCE_SCRIPTS,
    ...INCIDENT_SCRIPTS,
    ...SCHEDULE_SCRIPTS,
    ...SUMMER_TIME_SCRIPTS,
    ...PAGING_SCRIPTS,
  ],
  events: ONCALL_EVENTS,
  switches: ONCALL_SWITCHES,
  quotas: [],
  scopedBy: ['OncallSchedule'],
  startUp: ONCALL_START_UP,
  singletons: ONCALL_SINGLETONS,
  cleanUp: ONCALL_CLEAN_UP,
  comparators: ONCALL_COMPARATORS,
  checks: [rotation, handoffs, phoneNumbers, internalTimeline, acknowledgedBy, markedAlike, keptAlerts, schedulesTaken],
  excuses: [mayShowLess, mayHaveLeftThePage],
  mustWork: ONCALL_MUST_WORK,
  // A source has a token of its own for that (Authentication, point 6).
  isFree: ({ operation }) => operation.id === 'receiveAlerts',
  asTimePasses: resolvedMeanwhile,
  meanwhile: resolvedMeanwhile,
}
