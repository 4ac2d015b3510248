import { statement } from '../../../rules/rule.ts'

export const usageFollows = statement({
  id: 'registry.usage-follows',
  says: 'Used bytes and the number of repositories are what the registry currently has.',
  checklist: ['REG-05', 'REG-17'],
  where: 'Endpoints, Registries, 4; Resources, Registry detail',
  provenance: 'stated',
})

export const countsAgree = statement({
  id: 'registry.counts-agree',
  says: 'The tag count of a repository is the number of its tags.',
  checklist: ['REG-16'],
  where: 'Resources, RegistryRepository',
  provenance: 'implied',
})

export const spaceFreed = statement({
  id: 'registry.space-freed',
  says: 'A layer is freed when no image of the repository uses it, and not before.',
  checklist: ['REG-11', 'REG-14', 'REG-17'],
  where: 'Endpoints, Registries, 10, 13 and 17',
  provenance: 'stated',
})

export const quotaHolds = statement({
  id: 'registry.quota-per-registry',
  says: 'The storage quota applies to each registry separately.',
  checklist: ['LIM-02', 'REG-05'],
  where: 'Limits, registry storage',
  provenance: 'stated',
})
