import { expect, test } from 'vitest'
import { ImpossibleEvent } from '../../../../src/model/areas/event-answer.ts'
import type { OperationId } from '../../../../src/model/request/operation-types.ts'
import { LAYER, makeRegistry } from './world.ts'

const OWN = { digest: 'sha256:own', sizeBytes: 30 }

test('REG-05, REG-08, REG-13, REG-16: what is pushed shows everywhere', () => {
  const { storefront, push } = makeRegistry()
  expect(push('web/shop', { tags: ['v1', 'latest'], digest: 'sha256:one', layers: [LAYER, OWN] })).toMatchObject({
    digest: 'sha256:one',
    layers: ['sha256:base', 'sha256:own'],
    addedBytes: 1030,
    changed: [
      { entity: 'RegistryRepository', id: 'web/shop', change: 'created' },
      { entity: 'RegistryManifest', id: 'sha256:one', change: 'created' },
      { entity: 'RegistryTag', id: 'v1', change: 'created' },
      { entity: 'RegistryTag', id: 'latest', change: 'created' },
    ],
  })
  push('web/shop', { tags: [], digest: 'sha256:two' })
  const at = '2026-03-05T09:00:00Z'
  expect(storefront.detail().body).toMatchObject({ usedBytes: 1030, repositoryCount: 1 })
  expect(storefront.repositories()).toEqual([{ name: 'web/shop', tagCount: 2, sizeBytes: 1030, createdAt: at }])
  expect(storefront.tags('web/shop').body.tags).toEqual([
    { name: 'v1', digest: 'sha256:one', manifestSize: 1570, updatedAt: at },
    { name: 'latest', digest: 'sha256:one', manifestSize: 1570, updatedAt: at },
  ])
  const mediaType = 'application/vnd.oci.image.manifest.v1+json'
  expect(storefront.manifests('web/shop').body.manifests).toEqual([
    { digest: 'sha256:one', mediaType, sizeBytes: 1030, tags: ['v1', 'latest'], createdAt: at },
    { digest: 'sha256:two', mediaType, sizeBytes: 1000, tags: [], createdAt: at },
  ])
})

test('a tag moves to the image pushed last; the other stays, untagged', () => {
  const { storefront, push, advance } = makeRegistry()
  push('web/shop', { digest: 'sha256:one' })
  advance(60)
  push('web/shop', { digest: 'sha256:two' })
  expect(storefront.repositories()[0].tagCount).toBe(1)
  expect(storefront.tags('web/shop').body.tags).toMatchObject([
    { name: 'latest', digest: 'sha256:two', updatedAt: '2026-03-05T09:01:00Z' },
  ])
  const tags = storefront.manifests('web/shop').body.manifests.map((manifest: { tags: string[] }) => manifest.tags)
  expect(tags).toEqual([[], ['latest']])
})

test('digests are made up where none is given: of the content, where that is known', () => {
  const { push } = makeRegistry()
  const first = push('web/shop')
  expect(first.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(push('web/shop')).toMatchObject({ digest: first.digest, addedBytes: 0 })
  const [one, two] = [push('a', { layers: [{ sizeBytes: 1 }] }), push('a', { layers: [{ sizeBytes: 1 }] })]
  expect(one.layers[0]).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(one.digest).not.toBe(two.digest)
})

test('REG-08, REG-24: the repository must be named', () => {
  const { call, push } = makeRegistry()
  push('web/shop')
  const parameters = { slug: 'storefront' }
  const asked = <Id extends OperationId>(id: Id, query: Record<string, string>) =>
    call(id, 'owner', { parameters, query }).status
  expect([asked('listTags', {}), asked('listManifests', {}), asked('deleteRepository', {})]).toEqual([400, 400, 400])
  expect([asked('deleteTag', { repo: 'web/shop' }), asked('deleteManifest', { repo: 'web/shop' })]).toEqual([400, 400])
})

test('an unknown repository has no tags, or is refused', () => {
  const { storefront, setGap } = makeRegistry()
  expect([storefront.tags('nope').status, storefront.manifests('nope').status]).toEqual([404, 404])
  setGap('registry.unknown-repository-list', 'empty')
  expect([storefront.tags('nope').body, storefront.manifests('nope').body]).toEqual([{ tags: [] }, { manifests: [] }])
})

test('REG-11: deleting a tag leaves the image', () => {
  const { storefront, push } = makeRegistry()
  push('web/shop', { tags: ['v1', 'v2'], digest: 'sha256:one' })
  expect(storefront.deleteTag('web/shop', 'v1')).toMatchObject({ status: 200, body: { purged: false } })
  expect(storefront.deleteTag('web/shop', 'v2', 'false').body).toEqual({ purged: false })
  expect(storefront.tags('web/shop').body.tags).toEqual([])
  expect(storefront.manifests('web/shop').body.manifests).toMatchObject([{ digest: 'sha256:one', tags: [] }])
  expect(storefront.repositories()).toMatchObject([{ tagCount: 0, sizeBytes: 1000 }])
  expect(storefront.detail().body.usedBytes).toBe(1000)
})

test('REG-11: with purge the image goes with its last tag, and its space comes back', () => {
  const { storefront, push } = makeRegistry()
  push('web/shop', { tags: ['v1', 'v2'], digest: 'sha256:one', layers: [LAYER, OWN] })
  push('web/shop', { tags: ['v3'], digest: 'sha256:two' })
  expect(storefront.deleteTag('web/shop', 'v1', 'true').body).toEqual({ purged: false })
  expect(storefront.detail().body.usedBytes).toBe(1030)
  expect(storefront.deleteTag('web/shop', 'v2', 'true').body).toEqual({ purged: true })
  expect(storefront.manifests('web/shop').body.manifests).toMatchObject([{ digest: 'sha256:two', tags: ['v3'] }])
  expect(storefront.detail().body.usedBytes).toBe(1000)
})

test('REG-11: purging is for the admin tier', () => {
  const { in_, push, setGap, storefront } = makeRegistry()
  push('web/shop', { tags: ['v1', 'v2'] })
  const member = in_('storefront', 'member')
  expect(member.deleteTag('web/shop', 'v1', 'true').status).toBe(403)
  setGap('registry.purge-admin', 'last-tag')
  expect(member.deleteTag('web/shop', 'v1', 'true').body).toEqual({ purged: false })
  expect(member.deleteTag('web/shop', 'v2', 'true').status).toBe(403)
  expect(storefront.tags('web/shop').body.tags).toHaveLength(1)
  setGap('registry.purge-permission', 'registry.repository.write')
  expect(member.deleteTag('web/shop', 'v2', 'true').body).toEqual({ purged: true })
})

test('values of purge, and purged when tags remain, are open', () => {
  const { storefront, push, setGap } = makeRegistry()
  push('web/shop', { tags: ['v1', 'v2', 'v3'] })
  expect(storefront.deleteTag('web/shop', 'v1', 'maybe').status).toBe(400)
  setGap('registry.other-purge-value', 'ignore')
  expect(storefront.deleteTag('web/shop', 'v1', 'maybe').body).toEqual({ purged: false })
  setGap('registry.purged-tags-remain', true)
  setGap('registry.purge-values', ['true', '1'])
  expect(storefront.deleteTag('web/shop', 'v2', '1').body).toEqual({ purged: true })
  expect(storefront.manifests('web/shop').body.manifests).toHaveLength(1)
})

test('REG-14: deleting an image takes its tags, and frees what nothing else needs', () => {
  const { storefront, push } = makeRegistry()
  push('web/shop', { tags: ['v1', 'v2'], digest: 'sha256:one', layers: [LAYER, OWN] })
  push('web/shop', { tags: ['v3'], digest: 'sha256:two' })
  expect(storefront.deleteManifest('web/shop', 'sha256:one')).toMatchObject({ status: 204, body: undefined })
  expect(storefront.tags('web/shop').body.tags).toMatchObject([{ name: 'v3' }])
  expect(storefront.repositories()).toMatchObject([{ tagCount: 1, sizeBytes: 1000 }])
  expect(storefront.detail().body.usedBytes).toBe(1000)
  expect(storefront.deleteManifest('web/shop', 'sha256:one').status).toBe(404)
})

test('REG-14: what another image came to share is not freed', () => {
  const { storefront, push, happen } = makeRegistry()
  push('web/shop', { tags: ['v1'], digest: 'sha256:one', layers: [LAYER, OWN] })
  push('web/shop', { tags: ['v2'], digest: 'sha256:two', layers: [LAYER] })
  const shared = () =>
    happen('blobShared', {
      registry: 'storefront',
      blob: OWN.digest,
      from: { repository: 'web/shop', digest: 'sha256:one' },
      to: { repository: 'web/shop', digest: 'sha256:two' },
    })
  expect(shared()).toMatchObject({ addedBytes: 0, changed: [{ entity: 'RegistryManifest', id: 'sha256:two' }] })
  expect(shared()).toMatchObject({ addedBytes: 0, changed: [] })
  storefront.deleteManifest('web/shop', 'sha256:one')
  expect(storefront.detail().body.usedBytes).toBe(1030)
  storefront.deleteManifest('web/shop', 'sha256:two')
  expect(storefront.detail().body.usedBytes).toBe(0)
  expect(shared).toThrow(ImpossibleEvent)
})

test('a layer shared between repositories counts in each, or once', () => {
  const { storefront, push, setGap } = makeRegistry()
  push('web/shop')
  push('web/admin')
  expect(storefront.detail().body.usedBytes).toBe(2000)
  setGap('registry.usage-sharing', 'once')
  expect(storefront.detail().body.usedBytes).toBe(1000)
  storefront.deleteRepository('web/shop')
  expect(storefront.detail().body).toMatchObject({ usedBytes: 1000, repositoryCount: 1 })
  storefront.deleteRepository('web/admin')
  expect(storefront.detail().body).toMatchObject({ usedBytes: 0, repositoryCount: 0 })
})

test('REG-17: deleting a repository takes everything in it', () => {
  const { storefront, push } = makeRegistry()
  push('web/shop', { tags: ['v1'], digest: 'sha256:one' })
  push('web/shop', { tags: [], digest: 'sha256:two', layers: [OWN] })
  push('api')
  expect(storefront.deleteRepository('web/shop')).toMatchObject({ status: 204, body: undefined })
  expect(storefront.detail().body).toMatchObject({ usedBytes: 1000, repositoryCount: 1 })
  expect(storefront.repositories()).toMatchObject([{ name: 'api' }])
  expect(storefront.tags('web/shop').status).toBe(404)
  push('web/shop', { tags: [], digest: 'sha256:three' })
  expect(storefront.manifests('web/shop').body.manifests).toHaveLength(1)
  expect(storefront.deleteRepository('nope').status).toBe(404)
})

test('deleting what is not there may be accepted', () => {
  const { storefront } = makeRegistry({ gaps: { 'registry.unknown-content-deleted': 'accept' } })
  expect(storefront.deleteTag('nope', 'v1').body).toEqual({ purged: false })
  expect([storefront.deleteManifest('nope', 'x').status, storefront.deleteRepository('nope').status]).toEqual([
    204, 204,
  ])
})

test('an emptied repository stays, or goes', () => {
  const { storefront, push, setGap } = makeRegistry()
  const { digest } = push('web/shop')
  storefront.deleteManifest('web/shop', digest)
  expect(storefront.repositories()).toMatchObject([{ name: 'web/shop', tagCount: 0, sizeBytes: 0 }])
  setGap('registry.emptied-repository', 'goes')
  push('web/shop', { tags: ['v1'] })
  storefront.deleteTag('web/shop', 'v1', 'true')
  expect(storefront.repositories()).toEqual([])
  expect(storefront.detail().body.repositoryCount).toBe(0)
})

test('freed space may come back later', () => {
  const { storefront, push, advance } = makeRegistry({ gaps: { 'registry.garbage-collection-seconds': 3600 } })
  const { digest } = push('web/shop', { layers: [LAYER, OWN] })
  storefront.deleteManifest('web/shop', digest)
  expect(storefront.detail().body.usedBytes).toBe(1030)
  push('web/shop', { layers: [OWN] })
  advance(3600)
  expect(storefront.detail().body.usedBytes).toBe(30)
  storefront.deleteRepository('web/shop')
  push('web/shop', { layers: [OWN] })
  advance(3600)
  expect([storefront.detail().body.usedBytes, storefront.repositories()[0].sizeBytes]).toEqual([30, 30])
})

test('what sizes measure is open', () => {
  const { storefront, push } = makeRegistry({
    gaps: {
      'registry.repository-size': 'sum-of-images',
      'registry.tag-manifest-size': 'image',
      'registry.manifest-size-bytes': 'manifest',
    },
  })
  push('web/shop', { digest: 'sha256:one', manifestBytes: 5 })
  push('web/shop', { digest: 'sha256:two', manifestBytes: 5 })
  expect(storefront.repositories()[0].sizeBytes).toBe(2000)
  expect(storefront.tags('web/shop').body.tags[0].manifestSize).toBe(1000)
  expect(storefront.manifests('web/shop').body.manifests[0].sizeBytes).toBe(5)
})

test('LIM-02: each registry has its quota', () => {
  const { storefront, push, happen, setGap, create } = makeRegistry()
  happen('quotaChanges', { quota: 'registry-storage-bytes', registry: 'storefront', value: 1500 })
  expect(storefront.detail().body.storageQuotaBytes).toBe(1500)
  push('web/shop')
  expect(() => push('web/admin')).toThrow('no room')
  expect(storefront.detail().body).toMatchObject({ usedBytes: 1000, repositoryCount: 1 })
  create('images')
  push('web/admin', { registry: 'images' })
  setGap('registry.full', 'accept')
  push('web/admin')
  expect(storefront.detail().body.usedBytes).toBe(2000)
  expect(() => happen('quotaChanges', { quota: 'registry-storage-bytes', value: 1 })).toThrow(ImpossibleEvent)
})

test('totals are those of one repository, however much is stored beside it', () => {
  const { storefront, push } = makeRegistry()
  for (let number = 0; number < 300; number++) push('big', { tags: [`v${number}`], digest: `sha256:${number}` })
  push('small')
  expect(storefront.tags('small').body.tags).toHaveLength(1)
  expect(storefront.repositories()[0]).toMatchObject({ tagCount: 300, sizeBytes: 1000 })
})

test('an image that was pushed earlier than others does not take their tags, and its repository is as old as it', () => {
  const { in_, happen, advance } = makeRegistry()
  const owner = in_('storefront', 'owner')
  advance(7200)
  const push = (change: object) => happen('imagePushed', { registry: 'storefront', repository: 'web', ...change })
  const { digest: late } = push({ tags: ['v2', 'latest'] })
  const { digest: early } = push({ tags: ['v1', 'latest'], pushedAt: '2026-03-05T10:00:00Z' })
  expect(owner.tags('web').body.tags).toMatchObject([
    { name: 'v2', digest: late, updatedAt: '2026-03-05T11:00:00Z' },
    { name: 'latest', digest: late, updatedAt: '2026-03-05T11:00:00Z' },
    { name: 'v1', digest: early, updatedAt: '2026-03-05T10:00:00Z' },
  ])
  expect(owner.repositories()).toMatchObject([{ name: 'web', tagCount: 3, createdAt: '2026-03-05T10:00:00Z' }])
  push({ digest: late, tags: [], pushedAt: '2026-03-05T09:30:00Z' })
  expect(owner.manifests('web').body.manifests).toMatchObject([
    { digest: late, createdAt: '2026-03-05T09:30:00Z' },
    { digest: early, createdAt: '2026-03-05T10:00:00Z' },
  ])
})
