import { statement } from '../../../rules/rule.ts'

export const ruleAsGiven = statement({
  id: 'registry.oidc-rule-as-given',
  says: 'An access rule has the mode and prefixes of the request.',
  checklist: ['REG-15'],
  where: 'Endpoints, Registries, 14 and 15',
  provenance: 'stated',
})
