import { statement } from '../../../rules/rule.ts'

export const signingSecretOnce = statement({
  id: 'email.signing-secret-once',
  says: 'A signing secret is shown only in the response that creates or rotates it.',
  checklist: ['EML-14', 'GEN-06'],
  where: 'Endpoints, Email, rows 22 and 25',
  provenance: 'stated',
})

export const rotationReplaces = statement({
  id: 'email.rotation-replaces',
  says: 'After a rotation nothing is signed with the old secret.',
  checklist: ['EML-14', 'EML-17'],
  where: 'Endpoints, Email, row 25; Events, point 1',
  provenance: 'stated',
})

export const patchOnlyNamed = statement({
  id: 'email.webhook-patch-only-named',
  says: 'Updating an endpoint changes only the given fields.',
  checklist: ['EML-14'],
  where: 'Endpoints, Email, row 23; Conventions',
  provenance: 'stated',
})

export const disabledGetsNothing = statement({
  id: 'email.disabled-gets-nothing',
  says: 'Nothing is sent to an endpoint while it is disabled.',
  checklist: ['EML-17'],
  where: 'States, switches',
  provenance: 'implied',
})

export const eventTypesChosen = statement({
  id: 'email.event-types-chosen',
  says: 'An endpoint gets only the event types it subscribed to.',
  checklist: ['EML-15', 'EML-21'],
  where: 'Events, point 1',
  provenance: 'implied',
})

export const deliveriesNewestFirst = statement({
  id: 'email.deliveries-newest-first',
  says: 'Deliveries are listed newest first.',
  checklist: ['EML-15'],
  where: 'Endpoints, Email, row 26',
  provenance: 'stated',
})

export const deliveriesFiltered = statement({
  id: 'email.deliveries-filtered',
  says: 'A filter returns only the deliveries of its message or endpoint.',
  checklist: ['EML-15'],
  where: 'Endpoints, Email, row 26',
  provenance: 'stated',
})

export const attemptsRecorded = statement({
  id: 'email.attempts-recorded',
  says: 'A delivery shows how its attempts went: state, count, last status, last error, time of delivery.',
  checklist: ['EML-15'],
  where: 'Events, point 1',
  provenance: 'stated',
})

export const redeliveryIsNew = statement({
  id: 'email.redelivery-is-new',
  says: 'Redelivering creates a new delivery and does not change the old one.',
  checklist: ['EML-16'],
  where: 'Endpoints, Email, row 27; States, webhook delivery',
  provenance: 'stated',
})

export const payloadFrozen = statement({
  id: 'email.payload-frozen',
  says: 'A redelivery sends the original payload.',
  checklist: ['EML-16'],
  where: 'Endpoints, Email, row 27; Events, point 1',
  provenance: 'stated',
})
