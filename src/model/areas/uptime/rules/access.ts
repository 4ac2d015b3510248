import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { exportTokenOf } from '../queries/export-token-of.ts'
import { EXPORT_TOKEN_OPERATIONS, MONITORING_OPERATIONS, UPTIME_OPERATIONS } from '../queries/operations.ts'
import { backendReachable, entitled, settingsOf } from '../queries/settings.ts'
import { stopsAtQuota } from './by-backend.ts'

const notEnabled = (context: RefusalContext) =>
  entitled(context, context.caller.org) ? undefined : 'uptime is not enabled for this organization'

export const entitlementNeeded = refusal({
  id: 'uptime.entitlement-needed',
  says: 'Uptime is in private beta: an organization that is not enabled gets 403 from every operation.',
  checklist: ['UPT-01', 'UPT-02'],
  where: 'Authentication, point 4; Errors, Uptime (all)',
  provenance: 'stated',
  stage: 'entitlement',
  status: 403,
  on: UPTIME_OPERATIONS,
  when: notEnabled,
})

const unreachable = (context: RefusalContext) =>
  backendReachable(context) ? undefined : 'the uptime backend is unreachable'

export const backendNeeded = refusal({
  id: 'uptime.backend-unreachable',
  says: 'While the uptime backend is unreachable the answer is 502.',
  checklist: ['UPT-01'],
  where: 'Errors, Uptime (all)',
  provenance: 'stated',
  stage: 'backend',
  status: 502,
  on: MONITORING_OPERATIONS,
  when: (context) => (stopsAtQuota(context) ? undefined : unreachable(context)),
})

export const backendNeededForTokens = refusal({
  id: 'uptime.backend-unreachable-tokens',
  says: 'Operations on export tokens may need the backend too.',
  checklist: ['UPT-01'],
  where: 'Errors, Uptime (all); who keeps export tokens is not said',
  provenance: 'assumed',
  stage: 'backend',
  status: 502,
  on: EXPORT_TOKEN_OPERATIONS,
  when: (context) => (context.gap('uptime.backend-needed') === 'all' ? unreachable(context) : undefined),
})

export const metricsUnavailable = refusal({
  id: 'uptime.metrics-unavailable',
  says: 'While metrics are unavailable the answer is 503; the monitor is not affected.',
  checklist: ['UPT-06'],
  where: 'Endpoints, Uptime, row 12; Errors, Uptime metrics',
  provenance: 'stated',
  stage: 'backend',
  status: 503,
  on: ['getMonitorMetrics'],
  when: (context) =>
    settingsOf(context, context.caller.org).metricsHidden || context.named('UptimeMonitor')?.metricsHidden
      ? 'metrics are temporarily unavailable'
      : undefined,
})

export const revokedScrape = refusal({
  id: 'uptime.revoked-scrape',
  says: 'A scrape with a revoked export token gets 401, immediately and permanently.',
  checklist: ['UPT-08'],
  where: 'Authentication, point 7; Endpoints, Uptime, row 17; States, switches',
  provenance: 'stated',
  stage: 'authentication',
  status: 401,
  on: ['scrapeMetrics'],
  when: (context) => (exportTokenOf(context, context.credential)?.revoked ? 'this export token is revoked' : undefined),
})

export const scrapeNeedsEntitlement = refusal({
  id: 'uptime.scrape-needs-entitlement',
  says: 'A scrape may be refused while uptime is not enabled for the organization.',
  checklist: ['UPT-01', 'UPT-08'],
  where: 'Authentication, points 4 and 7',
  provenance: 'assumed',
  stage: 'entitlement',
  status: 'general.permission-status',
  on: ['scrapeMetrics'],
  when: (context) => (context.gap('uptime.scrape-without-entitlement') === 'refuse' ? notEnabled(context) : undefined),
})
