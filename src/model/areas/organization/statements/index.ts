import { statement } from '../../../rules/rule.ts'

export const onlyNamedChange = statement({
  id: 'organization.only-named-change',
  says: 'Updating the contacts changes only the given addresses.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2; Conventions',
  provenance: 'stated',
})

export const answersUpdated = statement({
  id: 'organization.answers-updated',
  says: 'The response to updating the contacts has the new contacts.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2',
  provenance: 'stated',
})
