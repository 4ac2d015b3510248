import { statement } from '../../../rules/rule.ts'

const WINS = { checklist: ['ONC-10'], where: 'Endpoints, On-call, operations 5 and 22', provenance: 'stated' } as const

export const overrideWins = statement({
  ...WINS,
  id: 'oncall.override-wins',
  says: "While an override is active its user is on call instead of the rotation's.",
})

export const overrideFlagged = statement({
  ...WINS,
  id: 'oncall.override-flagged',
  says: 'onCallNow has override true while an override is active, and false otherwise.',
  where: 'Resources, OncallSchedule; Endpoints, On-call, operation 5',
})

export const overrideBounded = statement({
  ...WINS,
  id: 'oncall.override-bounded',
  says: 'Before and after an override the rotation applies.',
})

export const overrideListed = statement({
  id: 'oncall.override-listed',
  says: 'A schedule shows its overrides until they are removed.',
  checklist: ['ONC-11'],
  where: 'Resources, OncallSchedule; Endpoints, On-call, operations 22 and 26',
  provenance: 'stated',
})
