import { statement } from '../../../rules/rule.ts'

export const onlyNamedChange = statement({
  id: 'organization.only-named-change',
  says: 'A change of contacts touches only the addresses it names.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2; Conventions',
  provenance: 'stated',
})

export const answersUpdated = statement({
  id: 'organization.answers-updated',
  says: 'A change of contacts answers with the contacts as they are after it.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2',
  provenance: 'stated',
})
