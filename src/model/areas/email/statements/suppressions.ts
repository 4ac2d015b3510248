import { statement } from '../../../rules/rule.ts'

export const suppressedGetNothing = statement({
  id: 'email.suppressed-get-nothing',
  says: 'An address gets no mail while it is suppressed.',
  checklist: ['EML-13'],
  where: 'States, suppression',
  provenance: 'implied',
})

export const manualReason = statement({
  id: 'email.manual-reason',
  says: 'A manually suppressed address has the reason manual.',
  checklist: ['EML-13'],
  where: 'Endpoints, Email, row 19',
  provenance: 'stated',
})

export const hardBounceSuppresses = statement({
  id: 'email.hard-bounce-suppresses',
  says: 'A hard bounce suppresses the address, with the reason bounce.',
  checklist: ['EML-13'],
  where: 'Events, point 2; States, suppression',
  provenance: 'stated',
})

export const complaintSuppresses = statement({
  id: 'email.complaint-suppresses',
  says: 'A complaint suppresses the address, with the reason complaint.',
  checklist: ['EML-13'],
  where: 'Events, point 2',
  provenance: 'stated',
})

export const liftingDelivers = statement({
  id: 'email.lifting-delivers',
  says: 'Once a suppression is removed the address gets mail again.',
  checklist: ['EML-13'],
  where: 'States, suppression',
  provenance: 'stated',
})
