import { statement } from '../../../rules/rule.ts'

export const instanceFiltered = statement({
  id: 'email.lists-instance-filtered',
  says: 'A scoped subject finds only its own domains, and their routes, in the lists.',
  checklist: ['EML-05'],
  where: 'Endpoints, Email, rows 4 and 7; Authentication, point 3',
  provenance: 'stated',
})

export const recordsGiven = statement({
  id: 'email.records-given',
  says: 'A domain that is registered comes with the records to publish.',
  checklist: ['EML-04'],
  where: 'Endpoints, Email, rows 8 and 9',
  provenance: 'stated',
})

export const beginsPending = statement({
  id: 'email.begins-pending',
  says: 'A new domain is pending for sending and does not receive.',
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
  says: 'An observation says what DNS shows, whatever the verification state is.',
  checklist: ['EML-06'],
  where: 'Endpoints, Email, row 11',
  provenance: 'stated',
})

export const mismatchShown = statement({
  id: 'email.mismatch-shown',
  says: 'An observation of another value gives the value that was seen.',
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
  says: 'A pass that finds everything published ends with the capability verified.',
  checklist: ['EML-07'],
  where: 'States, email domain',
  provenance: 'implied',
})

export const armingGivesRecord = statement({
  id: 'email.arming-gives-record',
  says: 'A domain that is armed has its MX record among the records to publish.',
  checklist: ['EML-08'],
  where: 'Endpoints, Email, row 13',
  provenance: 'stated',
})

export const rearmingHarmless = statement({
  id: 'email.rearming-harmless',
  says: 'Arming a domain that is armed leaves it as it is.',
  checklist: ['EML-08'],
  where: 'Endpoints, Email, row 13',
  provenance: 'implied',
})
