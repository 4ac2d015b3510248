import { statement } from '../../../rules/rule.ts'

export const oneHour = statement({
  id: 'registry.login-one-hour',
  says: 'A login credential is good for one hour.',
  checklist: ['REG-06', 'LIM-01'],
  where: 'Endpoints, Registries, 5; Limits, org login credential lifetime',
  provenance: 'stated',
})

export const everyReachable = statement({
  id: 'registry.login-every-registry',
  says: 'A login credential opens every registry that its caller can reach.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})

export const narrowedToOne = statement({
  id: 'registry.login-narrowed',
  says: 'Naming a registry narrows a login credential to that one.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})

export const pullOnlyMode = statement({
  id: 'registry.login-pull-only',
  says: 'With pullOnly every entry of the scope is for pulling.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})
