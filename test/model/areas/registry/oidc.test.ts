import { expect, test } from 'vitest'
import { CLAIMS, makeRegistry, RULE } from './world.ts'

test('REG-15: access rules are created, listed and deleted by a whole number', () => {
  const { storefront } = makeRegistry()
  const made = storefront.rule()
  expect(made).toMatchObject({ status: 201, body: { ...RULE, createdAt: '2026-03-05T09:00:00Z' } })
  expect(Number.isInteger(made.body.id)).toBe(true)
  expect(storefront.rules()).toEqual([made.body])
  expect(storefront.deleteRule(made.body.id)).toMatchObject({ status: 204, body: undefined })
  expect(storefront.rules()).toEqual([])
  expect(storefront.deleteRule(made.body.id).status).toBe(404)
})

test('REG-15: name and prefixes may be left out; the issuer is a URI', () => {
  const { storefront, setGap } = makeRegistry()
  const { name: _, repoPrefixes: __, ...bare } = RULE
  const rule = (body: object) => storefront.rule({ name: undefined, repoPrefixes: undefined, ...body })
  expect(rule(bare).body).toMatchObject({ name: '', repoPrefixes: [] })
  expect(rule({ issuer: 'not a uri' }).status).toBe(400)
  expect(rule({ issuer: 'http://ci.example' }).status).toBe(400)
  expect(rule({ issuer: 'https://' }).status).toBe(400)
  expect(rule({ issuer: 'https:///ci' }).status).toBe(400)
  expect(rule({ issuer: 'HTTPS://CI.example' }).status).toBe(201)
  expect(rule({ issuer: 'https://ci.example:99999' }).status).toBe(400)
  setGap('registry.oidc-issuer-schemes', ['https', 'http'])
  expect(rule({ issuer: 'http://ci.example' }).status).toBe(201)
  expect(rule({ audience: '' }).status).toBe(400)
})

test('a second rule of the same kind may be refused', () => {
  const { storefront, setGap } = makeRegistry()
  expect([storefront.rule().status, storefront.rule().status]).toEqual([201, 201])
  setGap('registry.duplicate-oidc-rule', 'refuse')
  expect(storefront.rule().status).toBe(409)
  expect(storefront.rule({ audience: 'other' }).status).toBe(201)
  setGap('general.name-uniqueness', 'unique')
  expect(storefront.rule({ audience: 'another' }).status).toBe(409)
})

test('a second rule that is equal in everything may be the one that is there', () => {
  const { storefront, setGap } = makeRegistry()
  setGap('registry.duplicate-oidc-rule', 'same')
  const { id } = storefront.rule().body
  expect(storefront.rule().body.id).toBe(id)
  expect(storefront.rule({ name: 'another name' }).body.id).not.toBe(id)
  expect(storefront.rule({ repoPrefixes: ['web/', 'tools/'] }).body.id).not.toBe(id)
})

test('REG-21: a token that fits is traded for a short-lived key', () => {
  const { storefront, exchange, tries, advance } = makeRegistry()
  storefront.rule()
  const traded = exchange()
  expect(traded).toMatchObject({ status: 201, body: { mode: 'readwrite', expiresAt: '2026-03-05T10:00:00Z' } })
  const { keyId, secret } = traded.body
  expect(storefront.keys()).toEqual([
    {
      keyId,
      name: 'release',
      mode: 'readwrite',
      repoPrefixes: ['web/'],
      mintedVia: 'oidc',
      createdAt: '2026-03-05T09:00:00Z',
      expiresAt: '2026-03-05T10:00:00Z',
    },
  ])
  expect(tries(keyId, secret, 'push', 'web/shop')).toBe('yes')
  expect(tries(keyId, secret, 'push', 'api/shop')).toBe('this key is for other repositories')
  advance(3600)
  expect(tries(keyId, secret, 'pull', 'web/shop')).toBe('this key has expired')
})

test('REG-21: no match, no key', () => {
  const { storefront, exchange, create, call } = makeRegistry()
  storefront.rule()
  create('images')
  const refused = [
    exchange({ ...CLAIMS, iss: 'https://evil.example' }),
    exchange({ ...CLAIMS, aud: 'somebody-else' }),
    exchange({ ...CLAIMS, sub: 'repo:globex/shop:ref:main' }),
    exchange(CLAIMS, 'images'),
    exchange(CLAIMS, 'nowhere'),
    exchange({ iss: CLAIMS.iss, aud: CLAIMS.aud }),
    exchange({ ...CLAIMS, exp: 1 }),
    call('exchangeOidcToken', undefined, { body: { registry: 'storefront', token: 'nonsense' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(403))
  expect(storefront.keys()).toEqual([])
})

test.each([
  ['exact', 'repo:a/b', 'repo:a/b', true],
  ['exact', 'repo:*', 'repo:a', false],
  ['star-any', 'repo:a/*', 'repo:a/b:ref/x', true],
  ['star-any', 'repo.a', 'repoXa', false],
  ['star-segment', 'repo:a/*', 'repo:a/b', true],
  ['star-segment', 'repo:a/*', 'repo:a/b:ref', false],
  ['regex', 'repo:[ab]+', 'repo:abba', true],
  ['regex', 'repo:[ab]+', 'xrepo:abba', false],
] as const)('read as %s, the pattern %s and the subject %s: %s', (language, subjectPattern, sub, fits) => {
  const { storefront, exchange } = makeRegistry({ gaps: { 'registry.subject-pattern-language': language } })
  storefront.rule({ subjectPattern })
  expect(exchange({ ...CLAIMS, sub }).status).toBe(fits ? 201 : 403)
})

test('a pattern that says nothing is refused', () => {
  const { storefront } = makeRegistry({ gaps: { 'registry.subject-pattern-language': 'regex' } })
  expect(storefront.rule({ subjectPattern: '(' }).status).toBe(400)
})

test('several audiences, several rules, an expired token and the name of the key are open', () => {
  const { storefront, exchange, setGap } = makeRegistry()
  storefront.rule({ name: 'reader', mode: 'pull' })
  storefront.rule({ name: 'writer', mode: 'readwrite' })
  storefront.rule({ name: 'newest', mode: 'pull' })
  const name = () => {
    exchange()
    return storefront.keys().at(-1)?.name
  }
  expect(name()).toBe('reader')
  setGap('registry.exchange-several-rules', 'widest')
  expect(name()).toBe('writer')
  setGap('registry.exchange-several-rules', 'newest')
  expect(name()).toBe('newest')
  setGap('registry.exchange-key-name', 'subject')
  expect(name()).toBe(CLAIMS.sub)
  const several = { ...CLAIMS, aud: [CLAIMS.aud, 'other'] }
  expect(exchange(several).status).toBe(201)
  setGap('registry.exchange-audience', 'only')
  expect(exchange(several).status).toBe(403)
  setGap('registry.exchange-expired-token', 'accept')
  expect(exchange({ ...CLAIMS, exp: 1 }).status).toBe(201)
})

test('what becomes of keys when their rule or their time goes is open', () => {
  const { storefront, exchange, tries, setGap, advance } = makeRegistry()
  const first = storefront.rule().body.id
  const { keyId, secret } = exchange().body
  storefront.deleteRule(first)
  expect(tries(keyId, secret, 'pull')).toBe('yes')
  setGap('registry.deleted-rule-keys', 'revoke')
  const second = storefront.rule().body.id
  const later = exchange().body
  storefront.deleteRule(second)
  expect(tries(later.keyId, later.secret, 'pull')).toBe('this key is revoked')
  expect(exchange().status).toBe(403)
  advance(3600)
  setGap('registry.revoke-expired-key', 'refuse')
  expect(storefront.revokeKey(keyId).status).toBe(404)
  expect(storefront.keys()).toHaveLength(2)
  setGap('registry.expired-key-listed', 'gone')
  expect(storefront.keys()).toEqual([])
})
