import { statement } from '../../../rules/rule.ts'

export const catalogComplete = statement({
  id: 'registry.catalog-complete',
  says: 'The catalog lists every upstream that can be cached.',
  checklist: ['REG-01'],
  where: 'Endpoints, Registries, 1',
  provenance: 'stated',
})

export const passwordNever = statement({
  id: 'registry.upstream-password-never',
  says: 'The password of an upstream credential is never returned.',
  checklist: ['REG-19', 'GEN-06'],
  where: 'Resources, RegistryUpstreamCredential; Endpoints, Registries, 20',
  provenance: 'stated',
})

export const credentialReplaced = statement({
  id: 'registry.upstream-credential-replaced',
  says: 'Setting an upstream credential again replaces the previous one.',
  checklist: ['REG-19'],
  where: 'Endpoints, Registries, 21',
  provenance: 'implied',
})

export const ownUpstreamLogin = statement({
  id: 'registry.own-upstream-login',
  says: "Pulls through the cache use the login that the customer set for that registry, not anybody else's.",
  checklist: ['REG-23'],
  where: 'Endpoints, Registries, 21',
  provenance: 'stated',
})
