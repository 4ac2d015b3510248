import { refusal, statement } from '../../../rule.ts'
import { soundBody } from '../sound-body.ts'

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

export const revokedSource = refusal({
  id: 'oncall.revoked-source-refused',
  says: 'After an alert source is revoked its deliveries get 401.',
  checklist: ['ONC-18'],
  where: 'Authentication, point 6; Endpoints, On-call, operation 17',
  provenance: 'stated',
  stage: 'authentication',
  status: 401,
  on: ['receiveAlerts'],
  when: (context) => (context.named('OncallAlertSource')?.revoked ? 'this alert source is revoked' : undefined),
})

/** What Alertmanager's payload of version 4 always has beside its alerts. */
const VERSION_4 = ['version', 'groupKey', 'status', 'receiver', 'groupLabels', 'commonLabels', 'commonAnnotations']

export const payloadIncomplete = refusal({
  id: 'oncall.payload-incomplete',
  says: 'A delivery that is not a whole payload of version 4 is refused, where the gap says so.',
  checklist: ['ONC-19'],
  where: 'Events, point 9',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['receiveAlerts'],
  when(context) {
    const body = soundBody<'receiveAlerts'>(context)
    if (!body || (body.version === '4' && VERSION_4.every((field) => field in body))) return undefined
    return context.gap('oncall.webhook-payload') === 'version-4' ? 'this is no payload of version 4' : undefined
  },
})

export const revokedAlready = refusal({
  id: 'oncall.source-revoked-already',
  says: 'Revoking an alert source again is like revoking one that is not there, where the gap says so.',
  checklist: ['ONC-18'],
  where: 'Endpoints, On-call, operation 17',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeAlertSource'],
  when: (context) =>
    context.named('OncallAlertSource')?.revoked && context.gap('general.repeat-delete') === 'unknown'
      ? 'this alert source is revoked already'
      : undefined,
})
