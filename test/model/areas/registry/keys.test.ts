import { expect, test } from 'vitest'
import { ImpossibleEvent } from '../../../../src/model/areas/event-answer.ts'
import { makeRegistry } from './world.ts'

test('REG-09, REG-10: the secret once, then the key as it was asked for', () => {
  const { storefront } = makeRegistry()
  const minted = storefront.key({ name: 'ci', mode: 'pull', repoPrefixes: ['web/'] })
  expect(minted.status).toBe(201)
  expect(Object.keys(minted.body)).toEqual(['keyId', 'secret'])
  expect(storefront.keys()).toEqual([
    {
      keyId: minted.body.keyId,
      name: 'ci',
      mode: 'pull',
      repoPrefixes: ['web/'],
      mintedVia: 'manual',
      createdAt: '2026-03-05T09:00:00Z',
    },
  ])
})

test('a key minted by hand may be given an end', () => {
  const { storefront, setGap } = makeRegistry()
  setGap('registry.key-lifetime-seconds', 3600)
  storefront.key()
  expect(storefront.keys()).toMatchObject([{ mintedVia: 'manual', expiresAt: '2026-03-05T10:00:00Z' }])
})

test('REG-10: minting needs registry.key.admin', () => {
  const { in_ } = makeRegistry()
  expect(in_('storefront', 'member').key()).toMatchObject({
    status: 403,
    body: { error: 'minting a key needs registry.key.admin' },
  })
  expect(in_('storefront', 'admin').key().status).toBe(201)
})

test('GEN-08: a mode outside its values is refused', () => {
  const { storefront } = makeRegistry()
  expect(storefront.key({ mode: 'admin' }).status).toBe(400)
  expect(storefront.key({ name: undefined }).status).toBe(400)
  expect(storefront.keys()).toEqual([])
})

test('REG-22: a key works in its mode, within its prefixes, with its secret as password', () => {
  const { storefront, create, tries, setGap } = makeRegistry()
  create('images')
  const { keyId, secret } = storefront.key({ mode: 'pull', repoPrefixes: ['web/'] }).body
  expect(tries(keyId, secret, 'pull', 'web/shop')).toBe('yes')
  expect(tries(keyId, secret, 'push', 'web/shop')).toBe('it is for pulling only')
  expect(tries(keyId, secret, 'pull', 'api/shop')).toBe('this key is for other repositories')
  expect(tries(keyId, secret, 'pull', 'web/shop', 'images')).toBe('this key is for another registry')
  const wide = storefront.key().body
  expect(tries(wide.keyId, wide.secret, 'push', 'anything')).toBe('yes')
  expect(tries(wide.keyId, wide.secret, 'delete')).toBe('it does not cover deleting')
  setGap('registry.readwrite-deletes', 'allowed')
  expect(tries(wide.keyId, wide.secret, 'delete')).toBe('yes')
  expect(tries('ci', wide.secret, 'pull')).toBe('this username and password are not known')
  setGap('registry.key-username', 'name')
  expect(tries('ci', wide.secret, 'pull')).toBe('yes')
  setGap('registry.key-username', 'any')
  expect(tries('whoever', wide.secret, 'pull')).toBe('yes')
})

test('REG-22: pushing with a key that may not is not possible', () => {
  const { storefront, push } = makeRegistry()
  const { keyId } = storefront.key({ mode: 'pull' }).body
  expect(() => push('web/shop', { keyId })).toThrow(ImpossibleEvent)
  const writer = storefront.key({ repoPrefixes: ['web/'] }).body.keyId
  expect(() => push('api/shop', { keyId: writer })).toThrow('this key is for other repositories')
  expect(() => push('web/shop', { keyId: 'nobody' })).toThrow(ImpossibleEvent)
  push('web/shop', { keyId: writer })
  expect(storefront.keys()[1]?.lastUsedAt).toBe('2026-03-05T09:00:00Z')
})

test('how prefixes match and what an empty list of them means is open', () => {
  const { storefront, tries, setGap } = makeRegistry()
  const { keyId, secret } = storefront.key({ repoPrefixes: ['web'] }).body
  expect(tries(keyId, secret, 'pull', 'webshop')).toBe('yes')
  setGap('registry.prefix-matching', 'path-segments')
  expect(tries(keyId, secret, 'pull', 'webshop')).toBe('this key is for other repositories')
  expect([tries(keyId, secret, 'pull', 'web/shop'), tries(keyId, secret, 'pull', 'web')]).toEqual(['yes', 'yes'])
  const all = storefront.key({ repoPrefixes: [] }).body
  expect(tries(all.keyId, all.secret, 'pull')).toBe('yes')
  setGap('registry.empty-prefixes', 'nothing')
  const none = storefront.key({ repoPrefixes: [] }).body
  expect(tries(none.keyId, none.secret, 'pull')).toBe('this key is for other repositories')
  setGap('registry.empty-prefixes', 'refuse')
  expect(storefront.key({ repoPrefixes: [] }).status).toBe(400)
  setGap('registry.no-prefixes-shown', ['*'])
  storefront.key()
  expect(storefront.keys().at(-1)?.repoPrefixes).toEqual(['*'])
})

test('REG-18: a revoked key says since when and does not work any more', () => {
  const { storefront, tries, advance, happen } = makeRegistry()
  const { keyId, secret } = storefront.key().body
  advance(60)
  expect(storefront.revokeKey(keyId)).toMatchObject({ status: 204, body: undefined })
  expect(tries(keyId, secret, 'pull')).toBe('this key is revoked')
  expect(storefront.keys()[0].revokedAt).toBe('2026-03-05T09:01:00Z')
  expect(happen('credentialUsed', { kind: 'registry-key', id: keyId })).toMatchObject({
    accepted: false,
    reason: 'this key is revoked',
  })
  expect(storefront.revokeKey('nobody').status).toBe(404)
})

test('whether a revoked key is listed and can be revoked again is open', () => {
  const { storefront, advance, setGap } = makeRegistry()
  const { keyId } = storefront.key().body
  const at = () => storefront.keys()[0].revokedAt
  storefront.revokeKey(keyId)
  advance(60)
  expect([storefront.revokeKey(keyId).status, at()]).toEqual([204, '2026-03-05T09:00:00Z'])
  setGap('registry.repeat-revoke-time', 'renew')
  expect([storefront.revokeKey(keyId).status, at()]).toEqual([204, '2026-03-05T09:01:00Z'])
  setGap('registry.repeat-revoke-key', 'refuse')
  expect(storefront.revokeKey(keyId).status).toBe(404)
  setGap('registry.revoked-key-listed', 'gone')
  expect(storefront.keys()).toEqual([])
})

test('a push with a key happens after the key was made', () => {
  const { storefront, happen, advance } = makeRegistry()
  advance(3600)
  const { keyId } = storefront.key({ mode: 'readwrite' }).body
  advance(3600)
  const push = (pushedAt: string) =>
    happen('imagePushed', { registry: 'storefront', repository: 'web', keyId, pushedAt }).changed.length
  expect(() => push('2026-03-05T09:30:00Z')).toThrow('was before the key')
  expect(push('2026-03-05T10:30:00Z')).toBeGreaterThan(0)
})

test('when lastUsedAt moves is open', () => {
  const { storefront, tries, happen, setGap, advance } = makeRegistry()
  const { keyId, secret } = storefront.key({ mode: 'pull' }).body
  advance(3600)
  const used = () => storefront.keys()[0].lastUsedAt
  setGap('registry.last-used-at', 'never')
  expect(happen('credentialUsed', { kind: 'registry-key', id: keyId })).toMatchObject({ accepted: true, changed: [] })
  expect(used()).toBe(undefined)
  setGap('registry.last-used-at', 'allowed-use')
  tries(keyId, secret, 'push')
  expect(used()).toBe(undefined)
  expect(
    happen('credentialUsed', { kind: 'registry-key', secret, registry: 'storefront', at: '2026-03-05T09:30:00Z' }),
  ).toMatchObject({ accepted: true, changed: [{ entity: 'RegistryKey', id: keyId, change: 'changed' }] })
  expect(used()).toBe('2026-03-05T09:30:00Z')
  const usedAt = (at: string) => happen('credentialUsed', { kind: 'registry-key', id: keyId, at })
  usedAt('2026-03-05T09:10:00Z')
  expect(used()).toBe('2026-03-05T09:30:00Z')
  expect(() => usedAt('2026-03-05T08:00:00Z')).toThrow('was before the key')
  expect(() => usedAt('2026-03-05T11:00:00Z')).toThrow('lies in the future')
  setGap('registry.last-used-at', 'every-use')
  tries(keyId, secret, 'push')
  expect(used()).toBe('2026-03-05T10:00:00Z')
  expect(() => happen('credentialUsed', { kind: 'registry-key', id: 'nobody' })).toThrow(ImpossibleEvent)
  expect(happen('credentialUsed', { kind: 'registry-key', secret: 'nonsense' }).accepted).toBe(false)
})

test('names may be shared, or empty, or not', () => {
  const { storefront, setGap } = makeRegistry()
  expect([storefront.key().status, storefront.key().status, storefront.key({ name: ' ' }).status]).toEqual([
    201, 201, 400,
  ])
  setGap('general.name-uniqueness', 'unique')
  setGap('general.blank-strings', 'accept')
  setGap('general.empty-strings', 'accept')
  expect([storefront.key().status, storefront.key({ name: '' }).status]).toEqual([409, 201])
})

test('an empty prefix, which would open every repository, is refused; or taken, as for other texts', () => {
  const { storefront, setGap } = makeRegistry()
  expect([
    storefront.key({ repoPrefixes: [''] }).status,
    storefront.key({ repoPrefixes: ['web/', ' '] }).status,
  ]).toEqual([400, 400])
  setGap('general.empty-strings', 'accept')
  expect(storefront.key({ repoPrefixes: [''] }).status).toBe(201)
})
