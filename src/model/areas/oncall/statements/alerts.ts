import { statement } from '../../../rules/rule.ts'

export const newAfterResolved = statement({
  id: 'oncall.alert-opens-new-incident',
  says: 'An alert that newly fires on a service whose incident is resolved opens another incident; the resolved one stays as it was.',
  checklist: ['ONC-04'],
  where: 'States, incident table, row 4',
  provenance: 'stated',
})

export const attachWhileAcknowledged = statement({
  id: 'oncall.alerts-attach-while-acknowledged',
  says: 'Alerts go on attaching to an incident that is acknowledged.',
  checklist: ['ONC-05'],
  where: 'States, incident table, row 2; Events, point 4',
  provenance: 'stated',
})

export const firingCounted = statement({
  id: 'oncall.firing-alerts-counted',
  says: 'firingAlerts counts the attached alerts that fire at the moment.',
  checklist: ['ONC-05'],
  where: 'Resources, OncallIncident',
  provenance: 'implied',
})

export const tokenOnce = statement({
  id: 'oncall.source-token-once',
  says: 'The token of an alert source is in the answer that creates it and nowhere else.',
  checklist: ['ONC-18', 'GEN-06'],
  where: 'Endpoints, On-call, operations 10 and 11',
  provenance: 'stated',
})
