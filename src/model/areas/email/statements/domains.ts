import { statement } from '../../../rules/rule.ts'

export const instanceFiltered = statement({
  id: 'email.lists-instance-filtered',
  says: 'The lists show a scoped subject only its own domains and their routes.',
  checklist: ['EML-05'],
  where: 'Endpoints, Email, rows 4 and 7; Authentication, point 3',
  provenance: 'stated',
})

export const recordsGiven = statement({
  id: 'email.records-given',
  says: 'A new domain shows the records to publish.',
  checklist: ['EML-04'],
  where: 'Endpoints, Email, rows 8 and 9',
  provenance: 'stated',
})

export const beginsPending = statement({
  id: 'email.begins-pending',
  says: 'A new domain is pending for sending and is not armed for receiving.',
  checklist: ['EML-04'],
  where: 'States, email domain; Endpoints, Email, row 8',
  provenance: 'implied',
})

export const nameFreed = statement({
  id: 'email.name-freed',
  says: 'Deleting a domain releases its name.',
  checklist: ['EML-04'],
  where: 'Endpoints, Email, rows 8 and 10',
  provenance: 'implied',
})

export const observedEach = statement({
  id: 'email.each-record-observed',
  says: 'The DNS view has one observation for every expected record.',
  checklist: ['EML-06'],
  where: 'Endpoints, Email, row 11',
  provenance: 'stated',
})

export const observedNow = statement({
  id: 'email.observed-now',
  says: 'An observation shows what DNS returns, whatever the verification state.',
  checklist: ['EML-06'],
  where: 'Endpoints, Email, row 11',
  provenance: 'stated',
})

export const mismatchShown = statement({
  id: 'email.mismatch-shown',
  says: 'An observation with a mismatch shows the observed value.',
  checklist: ['EML-06'],
  where: 'Endpoints, Email, row 11; Resources, gaps in resource fields',
  provenance: 'stated',
})

export const checkSchedules = statement({
  id: 'email.check-schedules',
  says: 'A forced check schedules a verification pass.',
  checklist: ['EML-07'],
  where: 'Endpoints, Email, row 12; States, email domain',
  provenance: 'stated',
})

export const passVerifies = statement({
  id: 'email.pass-verifies',
  says: 'A verification pass that finds all records makes the domain verified.',
  checklist: ['EML-07'],
  where: 'States, email domain',
  provenance: 'implied',
})

export const armingGivesRecord = statement({
  id: 'email.arming-gives-record',
  says: 'An armed domain has an MX record among the records to publish.',
  checklist: ['EML-08'],
  where: 'Endpoints, Email, row 13',
  provenance: 'stated',
})

export const rearmingHarmless = statement({
  id: 'email.rearming-harmless',
  says: 'Arming an armed domain does not change it.',
  checklist: ['EML-08'],
  where: 'Endpoints, Email, row 13',
  provenance: 'implied',
})
