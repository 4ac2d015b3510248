import { statement } from '../../../rules/rule.ts'

export const servicesCounted = statement({
  id: 'oncall.policy-services-counted',
  says: 'A policy tells how many services are attached to it.',
  checklist: ['ONC-12'],
  where: 'Resources, OncallEscalationPolicy',
  provenance: 'stated',
})

export const policyPatchOnlyNamed = statement({
  id: 'oncall.policy-patch-only-named',
  says: 'A change of a policy changes what it names and leaves the rest.',
  checklist: ['ONC-12'],
  where: 'Endpoints, On-call, operation 23; Conventions',
  provenance: 'stated',
})

export const nullDetaches = statement({
  id: 'oncall.null-detaches',
  says: 'Null as the policy of a service detaches it.',
  checklist: ['ONC-13'],
  where: 'Endpoints, On-call, operation 12',
  provenance: 'stated',
})
