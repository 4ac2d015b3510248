import { refusal, statement } from '../../../rule.ts'
import { soundBody } from '../sound-body.ts'

export const opensAsOpen = statement({
  id: 'oncall.opens-as-open',
  says: 'A new incident is open.',
  checklist: ['ONC-01'],
  where: 'States, incident table, row 1',
  provenance: 'stated',
})

export const opensUnmarked = statement({
  id: 'oncall.opens-unmarked',
  says: 'A new incident has neither a time of acknowledgement nor one of resolution.',
  checklist: ['ONC-01'],
  where: 'Resources, OncallIncident; States, incident table',
  provenance: 'implied',
})

export const manualStaysOpen = statement({
  id: 'oncall.manual-stays-open',
  says: 'A manual incident without alerts never resolves by itself.',
  checklist: ['ONC-01'],
  where: 'States, incident table, row 1',
  provenance: 'stated',
})

export const acknowledgeMoves = statement({
  id: 'oncall.acknowledge-moves',
  says: 'Acknowledging an open incident makes it acknowledged.',
  checklist: ['ONC-02'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const acknowledgeIsTimed = statement({
  id: 'oncall.acknowledge-is-timed',
  says: 'Acknowledging sets acknowledgedAt.',
  checklist: ['ONC-02'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const acknowledgeIsMarked = statement({
  id: 'oncall.acknowledge-is-marked',
  says: 'An acknowledgement is marked with the user who made it.',
  checklist: ['ONC-20'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const resolveMoves = statement({
  id: 'oncall.resolve-moves',
  says: 'Resolving an open or acknowledged incident makes it resolved.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})

export const resolveIsTimed = statement({
  id: 'oncall.resolve-is-timed',
  says: 'Resolving sets resolvedAt.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})

export const resolvedIsFinal = statement({
  id: 'oncall.resolved-is-final',
  says: 'Nothing brings a resolved incident into another status.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})

export const repeatAcknowledge = refusal({
  id: 'oncall.repeat-acknowledge',
  says: 'An acknowledged incident is not acknowledged again, where the gap says so.',
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
  says: 'A resolved incident is not acknowledged, where the gap says so.',
  checklist: ['ONC-03'],
  where: 'States, incident gap',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'oncall.incident-state-status',
  on: ['acknowledgeIncident'],
  when: (context) =>
    context.named('OncallIncident')?.status === 'resolved' &&
    context.follow(resolvedIsFinal) &&
    context.gap('oncall.acknowledge-resolved') === 'refuse'
      ? 'this incident is resolved'
      : undefined,
})

export const repeatResolve = refusal({
  id: 'oncall.repeat-resolve',
  says: 'A resolved incident is not resolved again, where the gap says so.',
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
  says: 'Incidents and alert sources are made for services that exist.',
  checklist: ['ONC-01', 'ONC-18'],
  where: 'Endpoints, On-call, operations 6 and 11',
  provenance: 'assumed',
  stage: 'existence',
  status: 'oncall.unknown-body-id-status',
  on: ['openIncident', 'createAlertSource'],
  when(context) {
    const id = soundBody<'openIncident' | 'createAlertSource'>(context)?.serviceId
    if (id === undefined || context.get('OncallService', context.caller.org, id)) return undefined
    return context.gap('oncall.unknown-service') === 'refuse' ? `there is no service ${id}` : undefined
  },
})
