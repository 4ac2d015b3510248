import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { resolvedIsFinal } from '../statements/incidents.ts'

export const repeatAcknowledge = refusal({
  id: 'oncall.repeat-acknowledge',
  says: 'Acknowledging an acknowledged incident may be refused.',
  checklist: ['ONC-02'],
  where: 'States, incident gap',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'oncall.incident-state-status',
  on: ['acknowledgeIncident'],
  when: (context) =>
    context.named('OncallIncident')?.status === 'acknowledged' && context.gap('oncall.repeat-acknowledge') === 'refuse'
      ? 'this incident is acknowledged already'
      : undefined,
})

export const acknowledgeResolved = refusal({
  id: 'oncall.acknowledge-resolved',
  says: 'Acknowledging a resolved incident may be refused.',
  checklist: ['ONC-03'],
  where: 'States, incident gap',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'oncall.incident-state-status',
  on: ['acknowledgeIncident'],
  when: (context) => {
    if (context.named('OncallIncident')?.status !== 'resolved') return undefined
    context.cite(resolvedIsFinal)
    return context.gap('oncall.acknowledge-resolved') === 'refuse' ? 'this incident is resolved' : undefined
  },
})

export const repeatResolve = refusal({
  id: 'oncall.repeat-resolve',
  says: 'Resolving a resolved incident may be refused.',
  checklist: ['ONC-03'],
  where: 'States, incident gap',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'oncall.incident-state-status',
  on: ['resolveIncident'],
  when: (context) =>
    context.named('OncallIncident')?.status === 'resolved' && context.gap('oncall.repeat-resolve') === 'refuse'
      ? 'this incident is resolved already'
      : undefined,
})

export const serviceUnknown = refusal({
  id: 'oncall.service-unknown',
  says: 'Incidents and alert sources for unknown services may be refused.',
  checklist: ['ONC-01', 'ONC-18'],
  where: 'Endpoints, On-call, operations 6 and 11',
  provenance: 'assumed',
  stage: 'existence',
  status: 'oncall.unknown-body-id-status',
  on: ['openIncident', 'createAlertSource'],
  when(context) {
    const id = checkedBody<'openIncident' | 'createAlertSource'>(context)?.serviceId
    if (id === undefined || context.get('OncallService', context.caller.org, id)) return undefined
    return context.gap('oncall.unknown-service') === 'refuse' ? `there is no service ${id}` : undefined
  },
})
