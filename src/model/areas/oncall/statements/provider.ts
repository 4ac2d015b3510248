import { statement } from '../../../rules/rule.ts'

export const authTokenHidden = statement({
  id: 'oncall.auth-token-hidden',
  says: "The provider's auth token is never returned.",
  checklist: ['ONC-17', 'GEN-06'],
  where: 'Resources, SMS/voice provider credential',
  provenance: 'stated',
})

export const clearForgets = statement({
  id: 'oncall.clear-forgets',
  says: 'After clearing, no credential is configured.',
  checklist: ['ONC-17'],
  where: 'Endpoints, On-call, operation 3',
  provenance: 'implied',
})
