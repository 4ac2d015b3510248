import { statement } from '../../../rules/rule.ts'

export const detachedPagesNobody = statement({
  id: 'oncall.detached-pages-nobody',
  says: 'New incidents of a service without a policy page nobody.',
  checklist: ['ONC-13'],
  where: 'Endpoints, On-call, operation 12',
  provenance: 'stated',
})

const WALK = {
  checklist: ['ONC-14'],
  where: 'Endpoints, On-call, operation 19; Events, point 4',
  provenance: 'stated',
} as const

export const walkInOrder = statement({
  ...WALK,
  id: 'oncall.walk-in-order',
  says: "A new incident goes through its policy's steps in their order.",
})

export const walkEndsAtAcknowledge = statement({
  ...WALK,
  id: 'oncall.walk-ends-at-acknowledge',
  says: 'Escalation ends when someone acknowledges.',
})

export const waitBetweenSteps = statement({
  ...WALK,
  id: 'oncall.wait-between-steps',
  says: 'waitSeconds is the time between one step and the next.',
  where: 'Resources, OncallEscalationPolicy',
  provenance: 'implied',
})

export const roundsRepeat = statement({
  ...WALK,
  id: 'oncall.rounds-repeat',
  says: 'The steps are repeated as often as repeat says.',
  where: 'Resources, OncallEscalationPolicy',
  provenance: 'implied',
})

export const overridesBeforeTargets = statement({
  ...WALK,
  id: 'oncall.overrides-before-targets',
  says: 'Overrides are taken into account when a schedule is paged.',
  where: 'Endpoints, On-call, operation 22',
})

const PAGES = { checklist: ['ONC-16'], provenance: 'stated' } as const

export const rulesDelay = statement({
  ...PAGES,
  id: 'oncall.rules-delay',
  says: 'A responder is notified by each of their rules after its delay.',
  where: 'Events, point 4',
})

export const missingCredentialTold = statement({
  ...PAGES,
  id: 'oncall.missing-credential-told',
  says: 'Without a provider credential each page by sms or voice fails with an error that says so.',
  where: 'Endpoints, On-call, operation 3',
})
