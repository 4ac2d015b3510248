import { statement } from '../../../rules/rule.ts'

const LIST = { checklist: ['ONC-06'], where: 'Endpoints, On-call, operation 4', provenance: 'stated' } as const

export const listNewestFirst = statement({
  ...LIST,
  id: 'oncall.incidents-newest-first',
  says: 'The incident list is newest first.',
})

export const listCapped = statement({
  ...LIST,
  id: 'oncall.incidents-capped',
  says: 'The incident list has at most 100 incidents.',
  checklist: ['ONC-06', 'LIM-01'],
  where: 'Endpoints, On-call, operation 4; Limits',
})

export const listWorkingSet = statement({
  ...LIST,
  id: 'oncall.incidents-working-set',
  says: 'Without a filter the list has the open and acknowledged incidents.',
})

export const listFiltered = statement({
  ...LIST,
  id: 'oncall.incidents-filtered',
  says: 'With a status filter the list has only incidents with that status.',
})

export const detailWhole = statement({
  id: 'oncall.incident-detail-whole',
  says: 'A single incident is returned with its alerts and its timeline.',
  checklist: ['ONC-08'],
  where: 'Endpoints, On-call, operation 13',
  provenance: 'stated',
})
