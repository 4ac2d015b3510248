import { statement } from '../../../rules/rule.ts'

export const keySecretOnce = statement({
  id: 'registry.key-secret-once',
  says: 'The secret of a registry key is shown only in the response that creates it.',
  checklist: ['REG-09', 'REG-10', 'GEN-06'],
  where: 'Resources, RegistryKey; Endpoints, Registries, 8 and 9',
  provenance: 'stated',
})

export const keyAsAsked = statement({
  id: 'registry.key-as-asked',
  says: 'A key is listed with the mode and prefixes of the request.',
  checklist: ['REG-09', 'REG-10'],
  where: 'Endpoints, Registries, 8 and 9',
  provenance: 'stated',
})

export const revokedAtTold = statement({
  id: 'registry.key-revoked-at',
  says: 'A revoked key that is still listed shows revokedAt.',
  checklist: ['REG-18'],
  where: 'States, switches; Resources, RegistryKey',
  provenance: 'stated',
})
