import { statement } from '../../../rules/rule.ts'

export const keySecretOnce = statement({
  id: 'registry.key-secret-once',
  says: 'The secret of a registry key is in the answer that mints it and in no other.',
  checklist: ['REG-09', 'REG-10', 'GEN-06'],
  where: 'Resources, RegistryKey; Endpoints, Registries, 8 and 9',
  provenance: 'stated',
})

export const keyAsAsked = statement({
  id: 'registry.key-as-asked',
  says: 'A minted key is listed with the mode and prefixes that were asked for.',
  checklist: ['REG-09', 'REG-10'],
  where: 'Endpoints, Registries, 8 and 9',
  provenance: 'stated',
})

export const revokedAtTold = statement({
  id: 'registry.key-revoked-at',
  says: 'A revoked key that is still listed says since when.',
  checklist: ['REG-18'],
  where: 'States, switches; Resources, RegistryKey',
  provenance: 'stated',
})
