import { statement } from '../../../rules/rule.ts'

const WINS = { checklist: ['ONC-10'], where: 'Endpoints, On-call, operations 5 and 22', provenance: 'stated' } as const

export const overrideWins = statement({
  ...WINS,
  id: 'oncall.override-wins',
  says: 'While an override is active its user is on call, whatever the rotation says.',
})

export const overrideFlagged = statement({
  ...WINS,
  id: 'oncall.override-flagged',
  says: 'onCallNow says override true while an override holds, and false otherwise.',
  where: 'Resources, OncallSchedule; Endpoints, On-call, operation 5',
})

export const overrideBounded = statement({
  ...WINS,
  id: 'oncall.override-bounded',
  says: 'Before and after an override the rotation holds.',
})

export const overrideListed = statement({
  id: 'oncall.override-listed',
  says: 'An override shows on its schedule until it is removed.',
  checklist: ['ONC-11'],
  where: 'Resources, OncallSchedule; Endpoints, On-call, operations 22 and 26',
  provenance: 'stated',
})
