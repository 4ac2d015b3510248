import { checkedBody } from '../../../request/checked-body.ts'
import type { RequestBody } from '../../../request/operation-types.ts'
import { isRepeatable } from '../../../rules/general/repeated-deletion.ts'
import { refusal } from '../../../rules/rule.ts'

export const revokedSource = refusal({
  id: 'oncall.revoked-source-refused',
  says: 'After an alert source is revoked its deliveries get 401, those in flight too.',
  checklist: ['ONC-18'],
  where: 'Authentication, point 6; Endpoints, On-call, operation 17',
  provenance: 'stated',
  stage: 'authentication',
  status: 401,
  on: ['receiveAlerts'],
  when: (context) => (context.named('OncallAlertSource')?.revoked ? 'this alert source is revoked' : undefined),
})

/** The fields that Alertmanager's payload of version 4 always has beside its alerts. */
const VERSION_4 = [
  'version',
  'groupKey',
  'truncatedAlerts',
  'status',
  'receiver',
  'groupLabels',
  'commonLabels',
  'commonAnnotations',
  'externalURL',
]

/** The fields that each of its alerts always has. */
const ALERT = ['status', 'labels', 'annotations', 'startsAt', 'endsAt', 'generatorURL', 'fingerprint']

/** What a payload of version 4 would have and this one lacks. */
const lacking = (body: RequestBody<'receiveAlerts'>): string | undefined =>
  VERSION_4.find((field) => !(field in body)) ?? ALERT.find((field) => body.alerts.some((alert) => !(field in alert)))

export const payloadIncomplete = refusal({
  id: 'oncall.payload-incomplete',
  says: 'A delivery that is not a complete payload of version 4 may be refused.',
  checklist: ['ONC-19'],
  where: 'Events, point 9',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['receiveAlerts'],
  when(context) {
    const body = checkedBody<'receiveAlerts'>(context)
    const lacks = body && lacking(body)
    if (!body || (body.version === '4' && lacks === undefined)) return undefined
    if (context.gap('oncall.webhook-payload') === 'alerts-only') return undefined
    return lacks === undefined ? 'this is not a payload of version 4' : `a payload of version 4 has ${lacks}`
  },
})

export const revokedAlready = refusal({
  id: 'oncall.source-revoked-already',
  says: 'Revoking an alert source again may answer as if it did not exist.',
  checklist: ['ONC-18'],
  where: 'Endpoints, On-call, operation 17',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeAlertSource'],
  when: (context) =>
    context.named('OncallAlertSource')?.revoked && !isRepeatable(context)
      ? 'this alert source is revoked already'
      : undefined,
})
