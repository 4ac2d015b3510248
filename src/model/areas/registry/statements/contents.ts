import { statement } from '../../../rules/rule.ts'

export const imageOutlivesTag = statement({
  id: 'registry.image-outlives-tag',
  says: 'Deleting a tag keeps the image, untagged if it was the last tag.',
  checklist: ['REG-11'],
  where: 'Endpoints, Registries, 10',
  provenance: 'stated',
})

export const orphanPurged = statement({
  id: 'registry.orphan-purged',
  says: 'Deleting the last tag of an image with purge deletes the image too.',
  checklist: ['REG-11'],
  where: 'Endpoints, Registries, 10',
  provenance: 'stated',
})

export const purgedTold = statement({
  id: 'registry.purged-told',
  says: 'The response to deleting a tag says whether the image was deleted too.',
  checklist: ['REG-11'],
  where: 'Endpoints, Registries, 10',
  provenance: 'stated',
})

export const untaggedListed = statement({
  id: 'registry.untagged-listed',
  says: 'Manifests are listed whether they are tagged or not.',
  checklist: ['REG-13'],
  where: 'Endpoints, Registries, 12',
  provenance: 'stated',
})

export const tagsGoWithImage = statement({
  id: 'registry.tags-go-with-image',
  says: 'Deleting an image by digest deletes all its tags.',
  checklist: ['REG-14'],
  where: 'Endpoints, Registries, 13',
  provenance: 'stated',
})

export const repositoryGoesWhole = statement({
  id: 'registry.repository-goes-whole',
  says: 'Deleting a repository deletes all its manifests, including untagged ones.',
  checklist: ['REG-17'],
  where: 'Endpoints, Registries, 17',
  provenance: 'stated',
})
