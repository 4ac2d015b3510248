import { expect, test } from 'vitest'
import { ImpossibleEvent } from '../../../../src/model/areas/event-answer.ts'
import { makeRegistry } from './world.ts'

test('REG-01: the catalog names what may be cached', () => {
  const { call } = makeRegistry()
  expect(call('listUpstreams', 'member').body).toEqual({
    upstreams: [
      { host: 'docker.io', endpoint: 'https://registry-1.docker.io' },
      { host: 'ghcr.io', endpoint: 'https://ghcr.io' },
      { host: 'quay.io', endpoint: 'https://quay.io' },
    ],
  })
})

test('REG-02: a registry has two shapes', () => {
  const { call, create, in_ } = makeRegistry()
  const made = create('images', { displayName: 'All images', region: 'us-east' })
  const short = {
    slug: 'images',
    displayName: 'All images',
    region: 'us-east',
    storageQuotaBytes: 53687091200,
    createdAt: '2026-03-05T09:00:00Z',
  }
  expect(made).toMatchObject({ status: 201, body: short })
  const { registries } = call('listRegistries', 'owner').body
  expect(registries.map(({ slug }: { slug: string }) => slug)).toEqual(['storefront', 'images'])
  expect(registries[1]).toEqual(short)
  const { displayName: _, ...rest } = short
  expect(in_('images', 'owner').detail().body).toEqual({ ...rest, usedBytes: 0, repositoryCount: 0 })
})

test('defaults of display name, region and quota are open', () => {
  const { create, setGap } = makeRegistry()
  expect(create('one').body).toMatchObject({ displayName: 'one', region: 'eu-central' })
  setGap('registry.default-display-name', 'empty')
  setGap('registry.default-region', 'mars')
  setGap('registry.default-quota-bytes', 7)
  expect(create('two').body).toMatchObject({ displayName: '', region: 'mars', storageQuotaBytes: 7 })
})

test('REG-03: a slug is taken once over all organizations', () => {
  const { create, happen } = makeRegistry()
  expect(create('storefront')).toMatchObject({ status: 409, body: { error: 'this slug is taken' } })
  expect(create('storefront', {}, 'outsider').status).toBe(409)
  happen('slugClaimedElsewhere', { slug: 'far' })
  expect(create('far')).toMatchObject({ status: 409, body: { error: 'this slug is taken' } })
  happen('slugClaimedElsewhere', { slug: 'kept', how: 'reserved' })
  expect(create('kept')).toMatchObject({ status: 409, body: { error: 'this slug is reserved' } })
  happen('slugClaimedElsewhere', { slug: 'far', how: 'free' })
  expect(create('far').status).toBe(201)
  expect(() => happen('slugClaimedElsewhere', { slug: 'far' })).toThrow(ImpossibleEvent)
})

test('which slugs are reserved, their form and what becomes of a deleted one are open', () => {
  const { create, in_, setGap } = makeRegistry()
  expect(create('admin').status).toBe(409)
  expect(create('Not A Slug').status).toBe(400)
  setGap('registry.reserved-slugs', [])
  setGap('registry.slug-format', '.')
  expect(create('admin').status).toBe(201)
  expect(create('Not A Slug').status).toBe(201)
  expect(in_('admin', 'owner').remove().status).toBe(204)
  setGap('registry.deleted-slug', 'held')
  expect(create('admin').status).toBe(409)
  setGap('registry.deleted-slug', 'held-for-others')
  expect(create('admin', {}, 'outsider').status).toBe(409)
  expect(create('admin').status).toBe(201)
})

test('regions may be known or not', () => {
  const { create, setGap } = makeRegistry()
  expect(create('one', { region: 'atlantis' }).status).toBe(400)
  setGap('registry.unknown-region', 'accept')
  expect(create('one', { region: 'atlantis' }).body.region).toBe('atlantis')
})

test('REG-04: without an active payment method no registry is created', () => {
  const { create, happen, setGap, login, tries } = makeRegistry()
  const { username, password } = login().body
  happen('paymentMethodChanges', { active: false })
  expect(create('one').status).toBe(402)
  expect(create('theirs', {}, 'outsider').status).toBe(201)
  expect(tries(username, password, 'push')).toBe('yes')
  setGap('registry.payment-lapsed', 'pull-only')
  expect(tries(username, password, 'push')).toBe('there is no active payment method')
  expect(tries(username, password, 'pull')).toBe('yes')
  happen('paymentMethodChanges', { active: true })
  expect(create('one').status).toBe(201)
})

test('REG-07: only an empty registry is deleted', () => {
  const { storefront, push, call } = makeRegistry()
  push('web/shop')
  expect(storefront.remove()).toMatchObject({ status: 409, body: { error: 'the registry still has repositories' } })
  storefront.deleteRepository('web/shop')
  expect(storefront.remove()).toMatchObject({ status: 204, body: undefined })
  expect(call('listRegistries', 'owner').body).toEqual({ registries: [] })
  expect(storefront.detail().status).toBe(404)
  expect(storefront.remove().status).toBe(404)
})

test('whether emptied repositories, keys and rules keep a registry is open', () => {
  const { storefront, push, setGap } = makeRegistry()
  const { digest } = push('web/shop')
  storefront.deleteManifest('web/shop', digest)
  expect(storefront.repositories()).toHaveLength(1)
  expect(storefront.remove().status).toBe(409)
  setGap('registry.empty-means', 'no-manifests')
  storefront.key()
  setGap('registry.delete-with-leftovers', 'refuse')
  expect(storefront.remove().status).toBe(409)
  setGap('registry.delete-with-leftovers', 'cascade')
  expect(storefront.remove().status).toBe(204)
})

test('a new registry under an old slug has nothing of the old one', () => {
  const { storefront, create, push, login, tries, setGap } = makeRegistry()
  const { keyId, secret } = storefront.key().body
  storefront.rule()
  storefront.setLogin('docker.io')
  push('web/shop')
  setGap('registry.garbage-collection-seconds', 60)
  storefront.deleteRepository('web/shop')
  storefront.remove()
  create('storefront')
  expect(storefront.detail().body).toMatchObject({ usedBytes: 0, repositoryCount: 0 })
  expect([storefront.keys(), storefront.rules(), storefront.upstreamLogins()]).toEqual([[], [], []])
  expect(tries(keyId, secret, 'pull')).toBe('this username and password are not known')
  expect(login().body.scope).toEqual([{ registry: 'storefront', mode: 'readwrite' }])
})

test('GEN-04: nothing of another organization can be seen or changed', () => {
  const { in_, call, push, storefront } = makeRegistry()
  push('web/shop')
  const theirs = in_('storefront', 'outsider')
  expect(call('listRegistries', 'outsider').body).toEqual({ registries: [] })
  for (const answer of [theirs.detail(), theirs.tags('web/shop'), theirs.key(), theirs.deleteRepository('web/shop')])
    expect(answer.status).toBe(404)
  expect(storefront.detail().body.repositoryCount).toBe(1)
  expect(call('listRegistries', undefined).status).toBe(401)
})

test('tiers of roles, and lists filtered by instance, are open', () => {
  const { call, create, setGap } = makeRegistry()
  create('images')
  const token = call('createToken', 'owner', {
    body: { name: 'bot', scope: [{ role: 'registry.reader', resourceIds: ['images'] }] },
  }).body.key
  expect(call('listRegistries', token).body.registries.map(({ slug }: { slug: string }) => slug)).toEqual(['images'])
  setGap('general.instance-filtering', 'domains-and-routes')
  expect(call('listRegistries', token).body.registries).toHaveLength(2)
  setGap('general.role-tiers', { owner: 'admin', member: 'read' })
  expect(create('more', {}, 'member').status).toBe(403)
  expect(call('listRegistries', 'member').status).toBe(200)
})
