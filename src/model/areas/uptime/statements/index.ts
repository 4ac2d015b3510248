import { statement } from '../../../rules/rule.ts'

export const quotaBeforeRelay = statement({
  id: 'uptime.quota-before-relay',
  says: 'The monitor quota is checked before the backend is asked, so it takes precedence over what the backend would refuse.',
  checklist: ['UPT-05', 'LIM-03'],
  where: 'Endpoints, Uptime, row 8; Limits, monitor quota',
  provenance: 'stated',
})

export const pingsActingOrganization = statement({
  id: 'uptime.ping-acting-organization',
  says: 'Ping makes its round trip for the acting organization and names it.',
  checklist: ['UPT-02'],
  where: 'Endpoints, Uptime, row 1',
  provenance: 'stated',
})

export const catalogTellsAvailability = statement({
  id: 'uptime.catalog-tells-availability',
  says: 'The catalog says of each vantage whether it is available, and a vantage that is not is still in it.',
  checklist: ['UPT-03'],
  where: 'Endpoints, Uptime, row 2',
  provenance: 'stated',
})

export const liveCount = statement({
  id: 'uptime.live-count',
  says: 'The number of monitors of a service is the number it has at that moment.',
  checklist: ['UPT-04'],
  where: 'Endpoints, Uptime, row 3; Resources, UptimeService',
  provenance: 'stated',
})

export const fieldsAsGiven = statement({
  id: 'uptime.fields-as-given',
  says: 'A monitor is made with the fields that were given, optional ones included.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8',
  provenance: 'stated',
})

export const patchOnlyNamed = statement({
  id: 'uptime.patch-only-named',
  says: 'A PATCH of a monitor changes what it names and leaves the rest as it was.',
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
  says: 'Metrics are for the window that was asked for, and hold nothing older.',
  checklist: ['UPT-06', 'LIM-01'],
  where: 'Endpoints, Uptime, row 12; Limits',
  provenance: 'stated',
})

export const metricsPerVantage = statement({
  id: 'uptime.metrics-per-vantage',
  says: 'Series and percentages of metrics are given per vantage.',
  checklist: ['UPT-06'],
  where: 'Endpoints, Uptime, row 12',
  provenance: 'stated',
})

export const metricsAgree = statement({
  id: 'uptime.metrics-agree-with-probes',
  says: 'What metrics say of up and of the percentage agrees with what the probes found.',
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
  says: 'A response snippet is cut to size when it is captured.',
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
  says: 'Every change of state that the down condition brings about is recorded as a transition from one state to another.',
  checklist: ['UPT-07'],
  where: 'Events, point 5; States, monitor state',
  provenance: 'stated',
})

export const downNeedsCondition = statement({
  id: 'uptime.down-needs-condition',
  says: 'Fewer failures than confirmations, or fewer failing vantages than the quorum, do not make a monitor down.',
  checklist: ['UPT-07'],
  where: 'States, monitor state; Resources, UptimeMonitor',
  provenance: 'implied',
})

export const exportTokenOnce = statement({
  id: 'uptime.export-token-once',
  says: 'An export token is in the answer that mints it and in no other.',
  checklist: ['UPT-08', 'GEN-06'],
  where: 'Endpoints, Uptime, rows 15 and 16; Authentication, point 7',
  provenance: 'stated',
})
