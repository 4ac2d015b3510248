import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { mayShowLess } from '../../area-judge/may-show-less.ts'
import { isOpenArea } from '../../checks/let-through.ts'
import { clearState } from './checks/clear-state.ts'
import { cutSnippets } from './checks/cut-snippets.ts'
import { downTooSoon } from './checks/down-too-soon.ts'
import { immutable } from './checks/immutable.ts'
import { keptTransitions } from './checks/kept-transitions.ts'
import { linkedTransitions, recordedTransitions } from './checks/linked-transitions.ts'
import { metricsWindow } from './checks/metrics-window.ts'
import { monitorHistory } from './checks/monitor-history.ts'
import { newestFailure } from './checks/newest-failure.ts'
import { newestTransition } from './checks/newest-transition.ts'
import { ownFailures } from './checks/own-failures.ts'
import { ownPercentage } from './checks/own-percentage.ts'
import { pingedOrganization } from './checks/pinged-organization.ts'
import { recentFailures } from './checks/recent-failures.ts'
import { scrapeIsOwn, scrapeIsWhole } from './checks/scrape.ts'
import { series } from './checks/series.ts'
import { shownAttached } from './checks/shown-attached.ts'
import { unaffectedByOutage } from './checks/unaffected.ts'
import { widerWindow } from './checks/wider-window.ts'
import { UPTIME_COMPARATORS } from './comparators.ts'
import { UPTIME_EVENTS } from './events.ts'
import { UPTIME_MUST_WORK } from './must-work.ts'
import { beyondMonitors, monitorPlaces } from './places.ts'
import { UPTIME_SCRIPTS } from './scripts.ts'
import { UPTIME_START_UP } from './start-up.ts'
import { UPTIME_SWITCHES } from './switches.ts'
import { UPTIME_TWISTS } from './twists.ts'
import { UPTIME_VALUES } from './values.ts'

export const uptime: AreaJudge = {
  // Endpoints, Uptime: a soft delete.
  operations: { deleteMonitor: { softly: true } },
  values: UPTIME_VALUES,
  fixtures: {},
  twists: UPTIME_TWISTS,
  scripts: UPTIME_SCRIPTS,
  events: UPTIME_EVENTS,
  switches: UPTIME_SWITCHES,
  quotas: [],
  scopedBy: ['UptimeService', 'UptimeMonitor'],
  startUp: UPTIME_START_UP,
  singletons: [],
  cleanUp: {},
  comparators: UPTIME_COMPARATORS,
  checks: [
    immutable,
    monitorHistory,
    newestTransition,
    keptTransitions,
    ownFailures,
    recordedTransitions,
    linkedTransitions,
    downTooSoon,
    clearState,
    recentFailures,
    newestFailure,
    cutSnippets,
    metricsWindow,
    series,
    ownPercentage,
    widerWindow,
    shownAttached,
    pingedOrganization,
    scrapeIsOwn,
    scrapeIsWhole,
    unaffectedByOutage,
    monitorPlaces.check,
    beyondMonitors,
  ],
  excuses: [mayShowLess],
  mustWork: UPTIME_MUST_WORK,
  // An export token is for scraping (Authentication, point 7): whoever was given one may.
  isFree: (answered) => answered.operation.id === 'scrapeMetrics' || monitorPlaces.isFree(answered),
  // Nobody reads anything of it where it is not enabled (Errors, Uptime, 403).
  hasPlenty: (answered) => monitorPlaces.hasPlenty(answered) && isOpenArea(answered),
}
