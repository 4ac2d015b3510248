import { statement } from '../../../rules/rule.ts'

export const secretIsPassword = statement({
  id: 'registry.key-secret-is-password',
  says: 'The secret of a registry key is its password on the data plane.',
  checklist: ['REG-22'],
  where: 'Endpoints, Registries, 9',
  provenance: 'stated',
})

export const modeHolds = statement({
  id: 'registry.mode-holds',
  says: 'A key or login with mode pull cannot push.',
  checklist: ['REG-06', 'REG-22'],
  where: 'Authentication, point 5',
  provenance: 'stated',
})

export const prefixesHold = statement({
  id: 'registry.prefixes-hold',
  says: 'A key with prefixes works only for matching repositories.',
  checklist: ['REG-22'],
  where: 'Authentication, point 5',
  provenance: 'stated',
})

export const revokedKeyDead = statement({
  id: 'registry.revoked-key-dead',
  says: 'A revoked key stops working immediately.',
  checklist: ['REG-18', 'REG-22'],
  where: 'States, switches',
  provenance: 'stated',
})

export const revokedLoginDead = statement({
  id: 'registry.revoked-login-dead',
  says: 'A revoked login credential stops working immediately and permanently.',
  checklist: ['REG-12'],
  where: 'States, switches; Endpoints, Registries, 11',
  provenance: 'stated',
})
