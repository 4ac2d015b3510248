import { describe, expect, test } from 'vitest'
import { makeTokens } from './world.ts'

describe('TOK-01, TOK-02: minting and listing', () => {
  test('a minted token is in the list under its id, name and organization', () => {
    const { mint, list } = makeTokens()
    const minted = mint('owner', { name: 'deploy-bot', expiresIn: 86400 })
    expect(minted.status).toBe(201)
    const { id, key } = minted.body
    expect(minted.body).toEqual({ id, key, orgSlug: 'acme' })
    expect(list('owner')).toEqual([
      {
        id,
        name: 'deploy-bot',
        start: key.slice(0, 7),
        enabled: true,
        createdAt: '2026-03-05T09:00:00Z',
        expiresAt: '2026-03-06T09:00:00Z',
        lastRequest: '2026-03-05T09:00:00Z',
        orgSlug: 'acme',
        scope: [],
      },
    ])
  })

  test('with a scope it shows roles with their names and resources', () => {
    const { mint, list, service } = makeTokens()
    const shop = service('owner', 'Shop')
    mint('owner', { scope: [{ role: 'uptime.reader', resourceIds: [shop] }, { role: 'role_release' }] })
    expect(list('owner')[0].scope).toEqual([
      { role: 'uptime.reader', roleName: 'Uptime reader', resourceIds: [shop] },
      { role: 'role_release', roleName: 'Release crew', resourceIds: [] },
    ])
  })

  test('a caller sees their own tokens only', () => {
    const { mint, list } = makeTokens()
    mint('owner')
    mint('outsider')
    expect(list('member')).toEqual([])
    expect(list('owner')).toHaveLength(1)
    expect(list('outsider')).toMatchObject([{ orgSlug: 'globex' }])
  })

  test('a name is needed, and a caller', () => {
    const { call } = makeTokens()
    expect(call('createToken', 'owner', { body: {} }).status).toBe(400)
    expect(call('createToken', 'owner', { body: { name: 'x', scope: [{}] } }).status).toBe(400)
    for (const id of ['listTokens', 'createToken', 'getTokenScopeOptions'] as const)
      expect(call(id, undefined, { body: { name: 'x' } }).status).toBe(401)
  })

  test('TOK-03: the key is nowhere but in the answer that mints it', () => {
    const { call, mint } = makeTokens()
    const { key } = mint('owner').body
    expect(JSON.stringify([call('listTokens', 'owner').body, mint('owner').body])).not.toContain(key)
  })
})

describe('TOK-06: a token is a credential', () => {
  test('for its owner, in its organization', () => {
    const { call, mint, list } = makeTokens()
    const { key, id } = mint('member').body
    expect(call('pingUptime', key).body.org).toBe('acme')
    expect(call('createUptimeService', key, { body: { name: 'Shop' } }).status).toBe(201)
    expect(list(key)).toMatchObject([{ id }])
  })

  test('no further than its roles', () => {
    const { call, mint } = makeTokens()
    const { key } = mint('owner', { scope: [{ role: 'uptime.reader' }] }).body
    expect(call('listUptimeServices', key).status).toBe(200)
    expect(call('createUptimeService', key, { body: { name: 'Shop' } })).toMatchObject({
      status: 403,
      body: { error: 'this token does not reach that far' },
    })
    expect(call('listUptimeServices', 'owner').body.services).toEqual([])
    expect(call('listIncidents', key).status).toBe(403)
  })

  test('no further than its resources', () => {
    const { call, mint, service } = makeTokens()
    const [shop, blog] = [service('owner', 'Shop'), service('owner', 'Blog')]
    const { key } = mint('owner', { scope: [{ role: 'uptime.editor', resourceIds: [shop] }] }).body
    const rename = (id: string) =>
      call('renameUptimeService', key, { parameters: { id }, body: { name: `${id} renamed` } }).status
    expect([rename(shop), rename(blog)]).toEqual([200, 403])
    expect(call('createUptimeService', key, { body: { name: 'Third' } }).status).toBe(403)
  })

  test('not once it has expired', () => {
    const { call, mint, advance, list, setGap } = makeTokens()
    const { key } = mint('owner', { expiresIn: 60 }).body
    advance(59)
    expect(call('listTokens', key).status).toBe(200)
    advance(1)
    expect(call('listTokens', key).status).toBe(401)
    expect(list('owner')).toMatchObject([{ enabled: true }])
    setGap('tokens.enabled-when-expired', false)
    expect(list('owner')).toMatchObject([{ enabled: false }])
    setGap('tokens.expired-listed', 'drop')
    expect(list('owner')).toEqual([])
  })

  test('not while it is switched off', () => {
    const { call, mint, happen, list, setGap } = makeTokens()
    const { id, key } = mint('owner').body
    happen('tokenDisabled', { tokenId: id })
    expect(call('listTokens', key).status).toBe(401)
    expect(list('owner')).toMatchObject([{ id, enabled: false }])
    expect(() => happen('tokenDisabled', { tokenId: id })).toThrow('off already')
    happen('tokenEnabled', { tokenId: id })
    expect(call('listTokens', key).status).toBe(200)
    expect(() => happen('tokenEnabled', { tokenId: id })).toThrow('on already')
    expect(() => happen('tokenDisabled', { tokenId: 'nope' })).toThrow('there is no token nope')
    happen('tokenDisabled', { tokenId: id })
    setGap('tokens.disabling', 'final')
    expect(() => happen('tokenEnabled', { tokenId: id })).toThrow('stays off')
  })
})

describe('TOK-04: a scope names no more than its owner can see', () => {
  test('a resource of another organization, or none at all, is refused', () => {
    const { mint, service, list } = makeTokens()
    const foreign = service('outsider', 'Theirs')
    for (const id of [foreign, 'nope'])
      expect(mint('owner', { scope: [{ role: 'uptime.reader', resourceIds: [id] }] }).status).toBe(403)
    expect(list('owner')).toEqual([])
  })

  test('an unknown role is refused, also a custom one of another organization', () => {
    const { mint } = makeTokens()
    expect(mint('owner', { scope: [{ role: 'nope' }] }).status).toBe(400)
    expect(mint('outsider', { scope: [{ role: 'role_release' }] }).status).toBe(400)
  })

  test('whether that holds for roles too is open', () => {
    const { mint, setGap } = makeTokens()
    expect(mint('member', { scope: [{ role: 'uptime.admin' }] }).status).toBe(403)
    expect(mint('member', { scope: [{ role: 'uptime.editor' }] }).status).toBe(201)
    setGap('tokens.beyond-owner-roles', 'resources')
    expect(mint('member', { scope: [{ role: 'uptime.admin' }] }).status).toBe(201)
  })
})

describe('TOK-05: the scope options', () => {
  test('built-in and custom roles, and the resources the caller can read', () => {
    const { call, service } = makeTokens()
    const shop = service('owner', 'Shop')
    service('outsider', 'Theirs')
    const { roles, resources } = call('getTokenScopeOptions', 'owner').body
    expect(roles).toContainEqual({
      id: 'uptime.reader',
      name: 'Uptime reader',
      description: 'Read-only access to uptime',
      scopable: true,
      service: 'uptime',
    })
    expect(roles).toContainEqual({
      id: 'role_release',
      name: 'Release crew',
      description: 'What the release crew needs',
      scopable: false,
    })
    expect(resources).toEqual([{ service: 'uptime', id: shop, name: 'Shop' }])
  })

  test('a narrowed token is offered what it has', () => {
    const { call, mint, service } = makeTokens()
    const [shop] = [service('owner', 'Shop'), service('owner', 'Blog')]
    const { key } = mint('owner', { scope: [{ role: 'uptime.reader', resourceIds: [shop] }] }).body
    const { roles, resources } = call('getTokenScopeOptions', key).body
    expect(roles.map(({ id }: { id: string }) => id)).toEqual(['uptime.reader'])
    expect(resources).toEqual([{ service: 'uptime', id: shop, name: 'Shop' }])
  })

  test('roles beyond the caller show or not', () => {
    const { call, setGap } = makeTokens()
    const ids = () => call('getTokenScopeOptions', 'member').body.roles.map(({ id }: { id: string }) => id)
    expect(ids()).not.toContain('uptime.admin')
    setGap('iam.scope-options-grantable', 'all')
    expect(ids()).toContain('uptime.admin')
  })
})

test('TOK-01: lastRequest moves by use, whoever uses the token and however', () => {
  const { call, happen, advance } = makeTokens()
  const { id, key } = call('createToken', 'owner', { body: { name: 'ci' } }).body
  const lastRequest = () => call('listTokens', 'owner').body.tokens[0].lastRequest
  advance(60)
  expect(lastRequest()).toBe('2026-03-05T09:00:00Z')
  expect(call('listTokens', key).body.tokens[0].lastRequest).toBe('2026-03-05T09:01:00Z')
  advance(60)
  call('getContacts', key)
  expect(lastRequest()).toBe('2026-03-05T09:02:00Z')
  advance(60)
  expect(happen('credentialUsed', { kind: 'personal-token', id })).toMatchObject({
    accepted: true,
    changed: [{ entity: 'PersonalToken', id, change: 'changed' }],
  })
  expect(lastRequest()).toBe('2026-03-05T09:03:00Z')
})
