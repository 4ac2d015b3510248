import { statement } from '../../../rules/rule.ts'

export const newAfterResolved = statement({
  id: 'oncall.alert-opens-new-incident',
  says: 'A new alert on a service whose incident is resolved opens another incident; the resolved one does not change.',
  checklist: ['ONC-04'],
  where: 'States, incident table, row 4',
  provenance: 'stated',
})

export const attachWhileAcknowledged = statement({
  id: 'oncall.alerts-attach-while-acknowledged',
  says: 'Alerts keep attaching to an acknowledged incident.',
  checklist: ['ONC-05'],
  where: 'States, incident table, row 2; Events, point 4',
  provenance: 'stated',
})

export const firingCounted = statement({
  id: 'oncall.firing-alerts-counted',
  says: 'firingAlerts counts the attached alerts that are firing now.',
  checklist: ['ONC-05'],
  where: 'Resources, OncallIncident',
  provenance: 'implied',
})

export const tokenOnce = statement({
  id: 'oncall.source-token-once',
  says: 'The token of an alert source is shown only in the response that creates it.',
  checklist: ['ONC-18', 'GEN-06'],
  where: 'Endpoints, On-call, operations 10 and 11',
  provenance: 'stated',
})
