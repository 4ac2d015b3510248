import { statement } from '../../../rules/rule.ts'

export const logNewestFirst = statement({
  id: 'email.log-newest-first',
  says: 'The message log is newest first.',
  checklist: ['EML-09'],
  where: 'Endpoints, Email, row 14',
  provenance: 'stated',
})

export const logFiltered = statement({
  id: 'email.log-filtered',
  says: 'A filter returns only matching messages.',
  checklist: ['EML-09'],
  where: 'Endpoints, Email, row 14',
  provenance: 'stated',
})

export const logWindow = statement({
  id: 'email.log-window',
  says: 'The log reaches back 90 days.',
  checklist: ['EML-09', 'LIM-01'],
  where: 'Limits, message log window',
  provenance: 'stated',
})

export const pagesMeet = statement({
  id: 'email.pages-meet',
  says: 'Following the cursors shows every message exactly once.',
  checklist: ['EML-09'],
  where: 'Endpoints, Email, row 14',
  provenance: 'implied',
})

export const eventsTold = statement({
  id: 'email.events-told',
  says: 'A single message is returned with all its events.',
  checklist: ['EML-10'],
  where: 'Endpoints, Email, row 15; Events, point 2',
  provenance: 'stated',
})

export const rawWhole = statement({
  id: 'email.raw-whole',
  says: 'The content is the raw message: its headers, an empty line and its text.',
  checklist: ['EML-11', 'GEN-07'],
  where: 'Endpoints, Email, row 16',
  provenance: 'stated',
})
