import { expect, test } from 'vitest'
import { makeRegistry } from './world.ts'

test('REG-06: one credential for every registry within reach, for an hour', () => {
  const { create, login, tries, advance } = makeRegistry()
  create('images')
  create('theirs', {}, 'outsider')
  const minted = login()
  expect(minted).toMatchObject({
    status: 201,
    body: {
      expiresAt: '2026-03-05T10:00:00Z',
      registry: '',
      scope: [
        { registry: 'storefront', mode: 'readwrite' },
        { registry: 'images', mode: 'readwrite' },
      ],
    },
  })
  const { username, password } = minted.body
  expect(tries(username, password, 'push')).toBe('yes')
  expect(tries(username, password, 'pull', 'x', 'theirs')).toBe('this login is not for that registry')
  expect(tries(username, password, 'pull', 'x', 'nowhere')).toBe('there is no such registry')
  expect(tries(username, 'wrong', 'pull')).toBe('this username and password are not known')
  expect(tries('somebody', password, 'pull')).toBe('this username and password are not known')
  advance(3599)
  expect(tries(username, password, 'push')).toBe('yes')
  advance(1)
  expect(tries(username, password, 'pull')).toBe('this login has expired')
})

test('REG-06: it can be narrowed to one registry, and to pulling', () => {
  const { create, login, tries } = makeRegistry()
  create('images')
  const { username, password, registry, scope } = login({ registry: 'images', pullOnly: true }).body
  expect([registry, scope]).toEqual(['images', [{ registry: 'images', mode: 'pull' }]])
  expect(tries(username, password, 'pull', 'x', 'images')).toBe('yes')
  expect(tries(username, password, 'push', 'x', 'images')).toBe('it is for pulling only')
  expect(tries(username, password, 'pull', 'x', 'storefront')).toBe('this login is not for that registry')
  expect(login({ pullOnly: true }).body.scope).toEqual([
    { registry: 'storefront', mode: 'pull' },
    { registry: 'images', mode: 'pull' },
  ])
  expect(login({ registry: 'nowhere' }).status).toBe(404)
  expect(login({ registry: 'images' }, 'outsider').status).toBe(404)
})

test('REG-06: every field may be left out, and so may the body', () => {
  const { call } = makeRegistry()
  expect(call('createLoginCredential', 'owner')).toMatchObject({
    status: 201,
    body: { scope: [{ registry: 'storefront', mode: 'readwrite' }] },
  })
})

test('REG-06: 403 without registry access', () => {
  const { login } = makeRegistry({ gaps: { 'general.role-tiers': { owner: 'admin', member: 'none' } } })
  expect(login({}, 'member')).toMatchObject({ status: 403, body: { error: 'you have no registry access' } })
})

test('an organization without registries may count as no access', () => {
  const { login, setGap } = makeRegistry()
  expect(login({}, 'outsider').body.scope).toEqual([])
  setGap('registry.login-without-registries', 'refuse')
  expect(login({}, 'outsider').status).toBe(403)
})

test('the mode follows the permission, or not', () => {
  const { login, setGap } = makeRegistry({ gaps: { 'general.role-tiers': { owner: 'admin', member: 'read' } } })
  expect(login({}, 'member').body.scope).toEqual([{ registry: 'storefront', mode: 'pull' }])
  setGap('registry.login-mode', 'readwrite')
  expect(login({}, 'member').body.scope).toEqual([{ registry: 'storefront', mode: 'readwrite' }])
})

test('the mode may follow the permission to administer', () => {
  const gaps = {
    'general.role-tiers': { owner: 'admin', member: 'write' },
    'registry.login-mode': 'by-admin-permission',
  } as const
  const { login } = makeRegistry({ gaps })
  expect(login({}, 'member').body.scope).toEqual([{ registry: 'storefront', mode: 'pull' }])
  expect(login().body.scope).toEqual([{ registry: 'storefront', mode: 'readwrite' }])
})

test('what the field registry holds is open', () => {
  const { login, setGap } = makeRegistry({
    gaps: { 'registry.login-registry-unnarrowed': 'all', 'registry.login-registry-narrowed': 'host' },
  })
  expect(login().body.registry).toBe('all')
  expect(login({ registry: 'storefront' }).body.registry).toBe('registry.understudy.example')
  setGap('registry.host', 'cr.example')
  expect(login({ registry: 'storefront' }).body.registry).toBe('cr.example')
})

test('REG-12: logging out is immediate and for good', () => {
  const { login, logout, tries, happen } = makeRegistry()
  const { username, password } = login().body
  const { username: other, password: otherPassword } = login().body
  expect(logout(username)).toMatchObject({ status: 204, body: undefined })
  expect(tries(username, password, 'pull')).toBe('this login was ended')
  expect(tries(other, otherPassword, 'pull')).toBe('yes')
  expect(happen('credentialUsed', { kind: 'login-credential', secret: password })).toMatchObject({
    accepted: false,
    reason: 'this login was ended',
  })
  expect(happen('credentialUsed', { kind: 'login-credential', secret: otherPassword }).accepted).toBe(true)
  expect(happen('credentialUsed', { kind: 'login-credential', secret: 'nonsense' }).accepted).toBe(false)
  expect(logout('nobody').status).toBe(404)
})

test('revoking twice, too late or for somebody else is open', () => {
  const { login, logout, advance, setGap } = makeRegistry()
  const first = login().body.username
  expect([logout(first, 'admin').status, logout(first).status, logout(first).status]).toEqual([403, 204, 404])
  const second = login().body.username
  advance(3600)
  expect(logout(second).status).toBe(404)
  setGap('registry.revoke-expired-login', 'accept')
  setGap('registry.repeat-revoke-login', 'accept')
  setGap('registry.revoke-others-login', 'accept')
  expect([logout(second, 'admin').status, logout(first).status]).toEqual([204, 204])
  expect(logout(first, 'outsider').status).toBe(404)
})

test('the keyId may be a field of its own', () => {
  const { login, logout, tries } = makeRegistry({ gaps: { 'registry.login-key-id': 'extra-field' } })
  const { keyId = '', username, password }: { keyId?: string; username: string; password: string } = login().body
  expect(keyId).not.toBe(username)
  expect(logout(username).status).toBe(404)
  expect(logout(keyId).status).toBe(204)
  expect(tries(username, password, 'pull')).toBe('this login was ended')
})
