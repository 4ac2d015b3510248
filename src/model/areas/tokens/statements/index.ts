import { statement } from '../../../rules/rule.ts'

export const keyOnce = statement({
  id: 'tokens.key-once',
  says: 'The key of a token is shown only in the response that creates it.',
  checklist: ['TOK-03', 'GEN-06'],
  where: 'Endpoints, Tokens, row 2; Authentication, point 2',
  provenance: 'stated',
})

export const ownTokensOnly = statement({
  id: 'tokens.own-tokens-only',
  says: 'Callers see only their own tokens.',
  checklist: ['TOK-01'],
  where: 'Endpoints, Tokens, row 1',
  provenance: 'stated',
})

export const boundToActingOrganization = statement({
  id: 'tokens.bound-to-acting-organization',
  says: 'A token is bound to the acting organization and shows its slug.',
  checklist: ['TOK-02'],
  where: 'Endpoints, Tokens, row 2; Authentication, point 2',
  provenance: 'stated',
})

export const scopeShown = statement({
  id: 'tokens.scope-shown',
  says: 'A listed token shows the roles, with their names, and the resources of its scope.',
  checklist: ['TOK-01', 'TOK-02'],
  where: 'Resources, PersonalToken; Endpoints, Tokens, row 1',
  provenance: 'stated',
})

export const customRolesOffered = statement({
  id: 'tokens.custom-roles-offered',
  says: 'The scope options list custom roles in addition to the built-in ones.',
  checklist: ['TOK-05'],
  where: 'Endpoints, Tokens, row 3',
  provenance: 'stated',
})

export const readableResourcesOffered = statement({
  id: 'tokens.readable-resources-offered',
  says: 'The scope options list only resources that the caller can read.',
  checklist: ['TOK-05'],
  where: 'Endpoints, Tokens, row 3',
  provenance: 'stated',
})

export const narrowed = statement({
  id: 'tokens.narrowed',
  says: 'A token with a scope is limited to its roles and resource ids.',
  checklist: ['TOK-06'],
  where: 'Authentication, point 2',
  provenance: 'stated',
})
