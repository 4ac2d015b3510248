import { statement } from '../../../rules/rule.ts'

export const oneHour = statement({
  id: 'registry.login-one-hour',
  says: 'A login credential is valid for one hour.',
  checklist: ['REG-06', 'LIM-01'],
  where: 'Endpoints, Registries, 5; Limits, org login credential lifetime',
  provenance: 'stated',
})

export const everyReachable = statement({
  id: 'registry.login-every-registry',
  says: 'A login credential works for every registry that its caller can access.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})

export const narrowedToOne = statement({
  id: 'registry.login-narrowed',
  says: 'Naming a registry limits a login credential to that one.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})

export const pullOnlyMode = statement({
  id: 'registry.login-pull-only',
  says: 'With pullOnly every entry of the scope allows only pulling.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
})
