import { statement } from '../../../rules/rule.ts'

export const servicesCounted = statement({
  id: 'oncall.policy-services-counted',
  says: 'A policy shows how many services it is attached to.',
  checklist: ['ONC-12'],
  where: 'Resources, OncallEscalationPolicy',
  provenance: 'stated',
})

export const policyPatchOnlyNamed = statement({
  id: 'oncall.policy-patch-only-named',
  says: 'Updating a policy changes only the given fields.',
  checklist: ['ONC-12'],
  where: 'Endpoints, On-call, operation 23; Conventions',
  provenance: 'stated',
})

export const nullDetaches = statement({
  id: 'oncall.null-detaches',
  says: 'Setting the policy of a service to null detaches it.',
  checklist: ['ONC-13'],
  where: 'Endpoints, On-call, operation 12',
  provenance: 'stated',
})
