import { statement } from '../../../rules/rule.ts'

export const registryAsGiven = statement({
  id: 'registry.registry-as-given',
  says: 'A new registry has the display name and region of the request, in the response and in the list.',
  checklist: ['REG-02'],
  where: 'Endpoints, Registries, 2 and 3; Resources, Registry',
  provenance: 'stated',
})
