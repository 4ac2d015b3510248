import { statement } from '../../../rules/rule.ts'

export const registryAsGiven = statement({
  id: 'registry.registry-as-given',
  says: 'A registry is made with the display name and region that were given; lists and creation show them.',
  checklist: ['REG-02'],
  where: 'Endpoints, Registries, 2 and 3; Resources, Registry',
  provenance: 'stated',
})
