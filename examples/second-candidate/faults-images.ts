import type { Fault } from './fault.ts'
import { as, inShop, owner, push, registry, web } from './steps.ts'

const detail = owner('getRegistry', { params: inShop })
const manifests = owner('listManifests', { params: inShop, query: web })
const deleteTag = (query: object = {}) =>
  owner('deleteTag', { params: inShop, query: { ...web, tag: 'latest', ...query } })
const deleteImage = owner('deleteManifest', { params: inShop, query: { ...web, digest: '$1.digest' } })

/** Faults of repositories, tags and manifests. */
export const IMAGE_FAULTS: readonly Fault[] = [
  {
    name: 'full-registry-deleted',
    rule: 'REG-07',
    what: 'a registry is deleted with its repositories',
    minimal: [registry(), push(), owner('deleteRegistry', { params: inShop })],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'used-bytes-frozen',
    rule: 'REG-05',
    what: 'usage stays at nothing after a push',
    minimal: [registry(), push(), detail],
    shows: { at: 'body.usedBytes', correct: '$1.addedBytes', faulty: 0 },
  },
  {
    name: 'repo-not-required',
    rule: 'REG-24',
    what: 'tags are listed without naming a repository',
    minimal: [registry(), owner('listTags', { params: inShop })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'tag-deletion-takes-image',
    rule: 'REG-11',
    what: 'deleting a tag deletes the manifest too',
    minimal: [registry(), push(), deleteTag(), manifests],
    shows: { at: 'body.manifests.length', correct: 1, faulty: 0 },
  },
  {
    name: 'purge-keeps-image',
    rule: 'REG-11',
    what: 'purging the last tag leaves the manifest',
    minimal: [registry(), push(), deleteTag({ purge: 'true' }), manifests],
    shows: { at: 'body.manifests.length', correct: 0, faulty: 1 },
  },
  {
    name: 'purge-unreported',
    rule: 'REG-11',
    what: 'an image is purged and the answer says it was not',
    minimal: [registry(), push(), deleteTag({ purge: 'true' })],
    shows: { at: 'body.purged', correct: true, faulty: false },
  },
  {
    name: 'purge-by-member',
    rule: 'REG-11',
    what: 'a member purges an image',
    minimal: [
      registry(),
      push(),
      as('member', 'deleteTag', { params: inShop, query: { ...web, tag: 'latest', purge: 'true' } }),
    ],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'untagged-hidden',
    rule: 'REG-13',
    what: 'untagged manifests are not listed',
    minimal: [registry(), push({ tags: [] }), manifests],
    shows: { at: 'body.manifests.length', correct: 1, faulty: 0 },
  },
  {
    name: 'image-deletion-leaves-tags',
    rule: 'REG-14',
    what: 'the tags of a deleted image stay',
    minimal: [registry(), push(), deleteImage, owner('listTags', { params: inShop, query: web })],
    shows: { at: 'body.tags.length', correct: 0, faulty: 1 },
  },
  {
    name: 'image-deletion-keeps-bytes',
    rule: 'REG-14',
    what: 'the blobs of a deleted image are not freed',
    minimal: [registry(), push(), deleteImage, detail],
    shows: { at: 'body.usedBytes', correct: 0, faulty: { not: 0 } },
  },
  {
    name: 'repository-stays',
    rule: 'REG-17',
    what: 'a deleted repository is still there',
    minimal: [registry(), push(), owner('deleteRepository', { params: inShop, query: web }), detail],
    shows: { at: 'body.repositoryCount', correct: 0, faulty: 1 },
  },
]
