import { statement } from '../../../rules/rule.ts'

export const acceptedCounted = statement({
  id: 'email.accepted-today-counted',
  says: 'acceptedToday, if shown, counts the messages accepted today.',
  checklist: ['EML-12'],
  where: 'Limits, daily email quota',
  provenance: 'stated',
})

export const thresholdPauses = statement({
  id: 'email.threshold-pauses',
  says: 'Exceeding the bounce or complaint threshold pauses sending, with time and reason.',
  checklist: ['EML-18'],
  where: 'Events, point 3',
  provenance: 'implied',
})

export const pauseShown = statement({
  id: 'email.pause-shown',
  says: 'While sending is paused the settings show it, with time and reason.',
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
