import { statement } from '../../../rules/rule.ts'

export const quotaBeforeRelay = statement({
  id: 'uptime.quota-before-relay',
  says: 'The monitor quota is checked before the backend, so it takes precedence over a refusal by the backend.',
  checklist: ['UPT-05', 'LIM-03'],
  where: 'Endpoints, Uptime, row 8; Limits, monitor quota',
  provenance: 'stated',
})

export const pingsActingOrganization = statement({
  id: 'uptime.ping-acting-organization',
  says: 'Ping returns the acting organization.',
  checklist: ['UPT-02'],
  where: 'Endpoints, Uptime, row 1',
  provenance: 'stated',
})

export const catalogTellsAvailability = statement({
  id: 'uptime.catalog-tells-availability',
  says: 'The catalog shows whether each vantage is available, and lists unavailable ones too.',
  checklist: ['UPT-03'],
  where: 'Endpoints, Uptime, row 2',
  provenance: 'stated',
})

export const liveCount = statement({
  id: 'uptime.live-count',
  says: 'The number of monitors of a service is the current number.',
  checklist: ['UPT-04'],
  where: 'Endpoints, Uptime, row 3; Resources, UptimeService',
  provenance: 'stated',
})

export const fieldsAsGiven = statement({
  id: 'uptime.fields-as-given',
  says: 'A new monitor has the fields of the request, including optional ones.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8',
  provenance: 'stated',
})

export const patchOnlyNamed = statement({
  id: 'uptime.patch-only-named',
  says: 'Updating a monitor changes only the given fields.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 10; Conventions',
  provenance: 'stated',
})

export const kindImmutable = statement({
  id: 'uptime.kind-immutable',
  says: 'The kind of a monitor never changes.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 10',
  provenance: 'stated',
})

export const deletedNotListed = statement({
  id: 'uptime.deleted-not-listed',
  says: 'A deleted monitor is no longer listed.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, rows 7 and 11',
  provenance: 'stated',
})

export const metricsWindow = statement({
  id: 'uptime.metrics-window',
  says: 'Metrics cover the requested window and nothing older.',
  checklist: ['UPT-06', 'LIM-01'],
  where: 'Endpoints, Uptime, row 12; Limits',
  provenance: 'stated',
})

export const metricsPerVantage = statement({
  id: 'uptime.metrics-per-vantage',
  says: 'Metrics have series and percentages per vantage.',
  checklist: ['UPT-06'],
  where: 'Endpoints, Uptime, row 12',
  provenance: 'stated',
})

export const metricsAgree = statement({
  id: 'uptime.metrics-agree-with-probes',
  says: 'Metrics agree with the results of the probes.',
  checklist: ['UPT-06'],
  where: 'Endpoints, Uptime, row 12; Resources, Metrics view',
  provenance: 'implied',
})

export const failuresNewestFirst = statement({
  id: 'uptime.failures-newest-first',
  says: 'Failures are listed newest first.',
  checklist: ['UPT-07'],
  where: 'Endpoints, Uptime, row 13',
  provenance: 'stated',
})

export const snippetsCut = statement({
  id: 'uptime.snippets-cut',
  says: 'A response snippet is truncated when it is captured.',
  checklist: ['UPT-07'],
  where: 'Resources, UptimeFailure',
  provenance: 'stated',
})

export const transitionsNewestFirst = statement({
  id: 'uptime.transitions-newest-first',
  says: 'Transitions are listed most recent first.',
  checklist: ['UPT-07', 'LIM-01'],
  where: 'Endpoints, Uptime, row 14; Limits',
  provenance: 'stated',
})

export const transitionsCap = statement({
  id: 'uptime.transitions-cap',
  says: 'At most 50 transitions are listed.',
  checklist: ['UPT-07', 'LIM-01'],
  where: 'Endpoints, Uptime, row 14; Limits',
  provenance: 'stated',
})

export const transitionsRecorded = statement({
  id: 'uptime.transitions-recorded',
  says: 'Every change of state caused by the down condition is recorded as a transition.',
  checklist: ['UPT-07'],
  where: 'Events, point 5; States, monitor state',
  provenance: 'stated',
})

export const downNeedsCondition = statement({
  id: 'uptime.down-needs-condition',
  says: 'A monitor is not down with fewer failures than confirmations or fewer failing vantages than the quorum.',
  checklist: ['UPT-07'],
  where: 'States, monitor state; Resources, UptimeMonitor',
  provenance: 'implied',
})

export const exportTokenOnce = statement({
  id: 'uptime.export-token-once',
  says: 'An export token is shown only in the response that creates it.',
  checklist: ['UPT-08', 'GEN-06'],
  where: 'Endpoints, Uptime, rows 15 and 16; Authentication, point 7',
  provenance: 'stated',
})
