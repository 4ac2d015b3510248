import { statement } from '../../../rules/rule.ts'

export const issuerMatched = statement({
  id: 'registry.exchange-issuer',
  says: 'An access rule matches only tokens from its issuer.',
  checklist: ['REG-21'],
  where: 'Authentication, point 5; Endpoints, Registries, 15',
  provenance: 'stated',
})

export const audienceMatched = statement({
  id: 'registry.exchange-audience',
  says: 'An access rule matches only tokens for its audience.',
  checklist: ['REG-21'],
  where: 'Authentication, point 5; Endpoints, Registries, 15',
  provenance: 'stated',
})

export const subjectMatched = statement({
  id: 'registry.exchange-subject',
  says: 'An access rule matches only tokens whose subject matches its pattern.',
  checklist: ['REG-21'],
  where: 'Authentication, point 5; Endpoints, Registries, 15',
  provenance: 'stated',
})

export const mintedViaOidc = statement({
  id: 'registry.exchange-minted-via',
  says: 'A key from the exchange shows that it was created through OIDC.',
  checklist: ['REG-09', 'REG-21'],
  where: 'Resources, RegistryKey; Authentication, point 5',
  provenance: 'stated',
})

export const shortLived = statement({
  id: 'registry.exchange-short-lived',
  says: 'A key from the exchange is short-lived and shows its expiry.',
  checklist: ['REG-21'],
  where: 'Authentication, point 5; Endpoints, Registries, 15',
  provenance: 'stated',
})
