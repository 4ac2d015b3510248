import { statement } from '../../../rules/rule.ts'

export const acceptedCounted = statement({
  id: 'email.accepted-today-counted',
  says: 'acceptedToday, where it is shown, counts what was accepted today.',
  checklist: ['EML-12'],
  where: 'Limits, daily email quota',
  provenance: 'stated',
})

export const thresholdPauses = statement({
  id: 'email.threshold-pauses',
  says: 'Passing the threshold of bounces or of complaints pauses sending, with time and reason.',
  checklist: ['EML-18'],
  where: 'Events, point 3',
  provenance: 'implied',
})

export const pauseShown = statement({
  id: 'email.pause-shown',
  says: 'While sending is paused the settings say so, since when and why.',
  checklist: ['EML-12', 'EML-18'],
  where: 'Resources, Email settings; Events, point 3',
  provenance: 'stated',
})

export const quotaShown = statement({
  id: 'email.quota-shown',
  says: 'The settings show the daily quota that staff have set.',
  checklist: ['EML-12'],
  where: 'Endpoints, Email, row 17; Limits, daily email quota',
  provenance: 'stated',
})
