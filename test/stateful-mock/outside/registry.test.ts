import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, admin, member, outsider, nobody, happens, tries, advance, setGap } = outside()

const SHOP = '/registry/registries/shop'
const BASE = { digest: 'sha256:base', sizeBytes: 1000 }
const OWN = { digest: 'sha256:own', sizeBytes: 30 }

const create = (slug = 'shop', by = owner) => by.post('/registry/registries', { slug })
const push = (repository: string, image: object) =>
  happens('image-pushed', { registry: 'shop', repository, layers: [BASE], ...image })
const detail = async () => (await owner.get(SHOP)).body
const manifests = async (repo = 'web') => (await owner.get(`${SHOP}/manifests?repo=${repo}`)).body.manifests
const tags = async (repo = 'web') => each((await owner.get(`${SHOP}/tags?repo=${repo}`)).body.tags, 'name')

/** What the data plane says to a login: yes, or why not. */
async function dataPlane(username: string, password: string, action: string, repository = 'web', registry = 'shop') {
  const asked = { username, password, registry, repository, action }
  const { status, body } = await nobody.post('/registry/data-plane/authorize', asked)
  expect(status).toBe(200)
  return body.allowed ? 'yes' : body.reason
}

line('REG-03: a slug is taken all over the world, and some are reserved', async () => {
  expect((await create('theirs', outsider)).status).toBe(201)
  await happens('slug-claimed-elsewhere', { slug: 'claimed' })
  await happens('slug-claimed-elsewhere', { slug: 'special', how: 'reserved' })
  for (const slug of ['theirs', 'claimed', 'special']) expect([slug, (await create(slug)).status]).toEqual([slug, 409])
  expect((await owner.get('/registry/registries')).body).toEqual({ registries: [] })
  await happens('slug-claimed-elsewhere', { slug: 'claimed', how: 'free' })
  expect((await create('claimed')).status).toBe(201)
})

line('REG-04: without an active payment method no registry is created', async () => {
  await happens('payment-method-changes', { organization: 'acme', active: false })
  expect(await create()).toMatchObject({ status: 402, body: { error: expect.any(String) } })
  expect((await owner.get('/registry/registries')).body).toEqual({ registries: [] })
  expect((await create('theirs', outsider)).status).toBe(201)
  await happens('payment-method-changes', { organization: 'acme', active: true })
  expect((await create()).status).toBe(201)
})

line('REG-05: usage follows what is pushed and deleted', async () => {
  await create()
  expect(await detail()).toMatchObject({ usedBytes: 0, repositoryCount: 0 })
  await push('web', { tags: ['v1'], digest: 'sha256:one', layers: [BASE, OWN] })
  await push('api', { tags: ['v1'], digest: 'sha256:two', layers: [{ digest: 'sha256:other', sizeBytes: 500 }] })
  expect(await detail()).toMatchObject({ usedBytes: 1530, repositoryCount: 2 })
  await owner.delete(`${SHOP}/repositories?repo=web`)
  expect(await detail()).toMatchObject({ usedBytes: 500, repositoryCount: 1 })
  await create('other')
  await happens('quota-changes', { quota: 'registry-storage-bytes', registry: 'shop', value: 600 })
  await happens('quota-changes', { quota: 'registry-storage-bytes', registry: 'other', value: 600 })
  const image = { repository: 'web', layers: [{ digest: 'sha256:new', sizeBytes: 200 }] }
  expect((await tries('image-pushed', { registry: 'shop', ...image })).status).toBe(409)
  expect((await tries('image-pushed', { registry: 'other', ...image })).status).toBe(200)
})

line('REG-06: a login credential lasts one hour, and there is none without registry access', async () => {
  await create()
  const { status, body } = await owner.post('/registry/login', {})
  expect([status, body.expiresAt, body.scope]).toEqual([
    201,
    '2026-03-05T10:00:00Z',
    [{ registry: 'shop', mode: 'readwrite' }],
  ])
  await advance('PT59M59S')
  expect(await dataPlane(body.username, body.password, 'push')).toBe('yes')
  await advance('PT1S')
  expect(await dataPlane(body.username, body.password, 'pull')).toBe('this login has expired')
  await create('other')
  const all = (await owner.post('/registry/login', {})).body
  expect(each(all.scope, 'registry')).toEqual(['shop', 'other'])
  const one = (await owner.post('/registry/login', { registry: 'other', pullOnly: true })).body
  expect([one.registry, one.scope]).toEqual(['other', [{ registry: 'other', mode: 'pull' }]])
  expect(await dataPlane(one.username, one.password, 'pull', 'web', 'other')).toBe('yes')
  expect(await dataPlane(one.username, one.password, 'push', 'web', 'other')).toBe('it is for pulling only')
  expect((await owner.post('/registry/login', { registry: 'nowhere' })).status).toBe(404)
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'uptime.reader' }] })
  expect((await member.post('/registry/login', {})).status).toBe(403)
  await setGap('general.role-tiers', { owner: 'admin', admin: 'none' })
  expect(await admin.post('/registry/login', {})).toMatchObject({
    status: 403,
    body: { error: 'you have no registry access' },
  })
})

line('REG-07: a registry with something in it stays', async () => {
  await create()
  await push('web', { tags: ['v1'] })
  expect((await owner.delete(SHOP)).status).toBe(409)
  expect((await detail()).repositoryCount).toBe(1)
  expect((await owner.delete(`${SHOP}/repositories?repo=web`)).status).toBe(204)
  expect((await owner.delete(SHOP)).status).toBe(204)
  expect((await owner.get(SHOP)).status).toBe(404)
})

line('REG-10: minting a key takes registry.key.admin', async () => {
  await create()
  const key = { name: 'ci', mode: 'pull' }
  expect((await member.post(`${SHOP}/keys`, key)).status).toBe(403)
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'registry.editor' }] })
  expect((await member.post(`${SHOP}/keys`, key)).status).toBe(403)
  expect((await owner.get(`${SHOP}/keys`)).body).toEqual({ keys: [] })
  const minted = await admin.post(`${SHOP}/keys`, { ...key, repoPrefixes: ['web'] })
  expect(minted).toMatchObject({ status: 201, body: { keyId: expect.any(String), secret: expect.any(String) } })
  const listed = (await owner.get(`${SHOP}/keys`)).body
  expect(listed.keys).toMatchObject([{ ...key, repoPrefixes: ['web'], mintedVia: 'manual' }])
  expect(JSON.stringify(listed)).not.toContain(minted.body.secret)
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'registry.admin' }] })
  expect((await member.post(`${SHOP}/keys`, key)).status).toBe(201)
})

line('REG-11: a deleted tag leaves its image; purging the last one takes it, for the admin tier', async () => {
  await create()
  await push('web', { tags: ['v1', 'v2', 'v3'], digest: 'sha256:one', layers: [BASE, OWN] })
  const untag = (tag: string, purge = '', by = owner) => by.delete(`${SHOP}/tags?repo=web&tag=${tag}${purge}`)
  expect(await untag('v1')).toMatchObject({ status: 200, body: { purged: false } })
  expect(await manifests()).toMatchObject([{ digest: 'sha256:one', tags: ['v2', 'v3'] }])
  expect((await untag('v2', '&purge=true')).body).toEqual({ purged: false })
  expect((await untag('v3', '&purge=true', member)).status).toBe(403)
  expect([await tags(), (await detail()).usedBytes]).toEqual([['v3'], 1030])
  expect((await untag('v3', '&purge=true')).body).toEqual({ purged: true })
  expect([await manifests(), (await detail()).usedBytes]).toEqual([[], 0])
  await push('web', { tags: ['v4'], digest: 'sha256:two' })
  expect((await untag('v4')).body).toEqual({ purged: false })
  expect(await manifests()).toMatchObject([{ digest: 'sha256:two', tags: [] }])
})

line('REG-12: a revoked login credential opens nothing from then on', async () => {
  await create()
  const { username, password } = (await owner.post('/registry/login', {})).body
  expect(await dataPlane(username, password, 'pull')).toBe('yes')
  expect((await owner.delete(`/registry/login/${username}`)).status).toBe(204)
  expect(await dataPlane(username, password, 'pull')).toBe('this login was ended')
  await advance('PT1M')
  expect(await dataPlane(username, password, 'pull')).toBe('this login was ended')
})

line('REG-14: deleting an image takes its tags and frees the blobs that nothing else needs', async () => {
  await create()
  await push('web', { tags: ['v1', 'latest'], digest: 'sha256:one', layers: [BASE, OWN] })
  await push('web', { tags: ['v2'], digest: 'sha256:two' })
  expect((await owner.delete(`${SHOP}/manifests?repo=web&digest=sha256:one`)).status).toBe(204)
  expect([await tags(), (await detail()).usedBytes]).toEqual([['v2'], 1000])
  expect(each(await manifests(), 'digest')).toEqual(['sha256:two'])
})

line('REG-16: tag count and size of a repository fit what is in it', async () => {
  await create()
  await push('web', { tags: ['v1', 'latest'], digest: 'sha256:one', layers: [BASE, OWN] })
  await push('web', { tags: [], digest: 'sha256:two' })
  const { repositories } = (await owner.get(`${SHOP}/repositories`)).body
  expect(repositories).toEqual([{ name: 'web', tagCount: 2, sizeBytes: 1030, createdAt: '2026-03-05T09:00:00Z' }])
  await owner.delete(`${SHOP}/tags?repo=web&tag=v1`)
  expect((await owner.get(`${SHOP}/repositories`)).body.repositories).toMatchObject([{ tagCount: 1, sizeBytes: 1030 }])
  await push('web', { tags: ['v1'], digest: 'sha256:one', layers: [BASE, OWN] })
  expect([(await tags()).toSorted(), each(await manifests(), 'sizeBytes')]).toEqual([
    ['latest', 'v1'],
    [1030, 1000],
  ])
})

line('REG-17: with a repository go its manifests, tags and blobs', async () => {
  await create()
  await push('web', { tags: ['v1'], digest: 'sha256:one' })
  await push('web', { tags: [], digest: 'sha256:two', layers: [OWN] })
  await push('api', { tags: ['v1'], digest: 'sha256:three', layers: [OWN] })
  expect((await owner.delete(`${SHOP}/repositories?repo=web`)).status).toBe(204)
  expect(await detail()).toMatchObject({ usedBytes: 30, repositoryCount: 1 })
  expect(each((await owner.get(`${SHOP}/repositories`)).body.repositories, 'name')).toEqual(['api'])
  await push('web', { tags: ['v9'], digest: 'sha256:nine' })
  expect([await tags(), each(await manifests(), 'digest')]).toEqual([['v9'], ['sha256:nine']])
})

line('REG-21: an ID token that a rule fits is traded for a brief key; any other gets none', async () => {
  await create()
  const issuer = 'https://ci.acme.example'
  const audience = 'registry.acme.example'
  const rule = { name: 'release', issuer, audience, subjectPattern: 'repo:acme/shop:*', mode: 'readwrite' }
  await owner.post(`${SHOP}/oidc-rules`, { ...rule, repoPrefixes: ['web'] })
  const [rsa, ec, stranger] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('ES256'),
    generateKeyPair('RS256'),
  ])
  const jwk = async (pair: typeof rsa, kid: string) => ({ ...(await exportJWK(pair.publicKey)), kid })
  const keys = [await jwk(rsa, 'rsa'), await jwk(ec, 'ec')]
  await setGap('registry.issuer-keys', { [issuer]: { keys }, 'https://ci.evil.example': { keys } })
  const sign = (claims: object, { privateKey } = rsa, alg = 'RS256', kid = 'rsa') =>
    new SignJWT({ iss: issuer, aud: audience, sub: 'repo:acme/shop:ref:main', exp: NOON, ...claims })
      .setProtectedHeader({ alg, kid, typ: 'JWT' })
      .sign(privateKey)
  const exchange = (token: string, registry = 'shop') => nobody.post('/registry/oidc/exchange', { registry, token })

  const traded = await exchange(await sign({}))
  expect(traded).toMatchObject({ status: 201, body: { mode: 'readwrite', expiresAt: '2026-03-05T10:00:00Z' } })
  const { keyId, secret } = traded.body
  expect((await owner.get(`${SHOP}/keys`)).body.keys).toMatchObject([
    { keyId, name: 'release', mode: 'readwrite', repoPrefixes: ['web'], mintedVia: 'oidc' },
  ])
  expect(await dataPlane(keyId, secret, 'push')).toBe('yes')
  await advance('PT1H')
  expect(await dataPlane(keyId, secret, 'push')).toBe('this key has expired')
  expect((await exchange(await sign({}, ec, 'ES256', 'ec'))).status).toBe(201)

  const refused = [
    exchange(await sign({ iss: 'https://ci.evil.example' })),
    exchange(await sign({ aud: 'somebody.example' })),
    exchange(await sign({ sub: 'repo:globex/shop:ref:main' })),
    exchange(await sign({ exp: NOON - 4 * 3600 })),
    exchange(await sign({}, stranger)),
    exchange(await sign({}, ec, 'ES256', 'rsa')),
    exchange(await sign({}), 'nowhere'),
    exchange('not a token'),
  ]
  expect(each(await Promise.all(refused), 'status')).toEqual(Array(8).fill(403))
  expect((await owner.get(`${SHOP}/keys`)).body.keys).toHaveLength(2)
})
const NOON = Date.parse('2026-03-05T12:00:00Z') / 1000

line('REG-22: the secret of a key is a password, for its mode and within its prefixes', async () => {
  await create()
  const { keyId, secret } = (await owner.post(`${SHOP}/keys`, { name: 'ci', mode: 'pull', repoPrefixes: ['web'] })).body
  expect(await dataPlane(keyId, secret, 'pull')).toBe('yes')
  expect(await dataPlane(keyId, secret, 'push')).toBe('it is for pulling only')
  expect(await dataPlane(keyId, secret, 'pull', 'api')).toBe('this key is for other repositories')
  expect(await dataPlane(keyId, 'guess', 'pull')).toBe('this username and password are not known')
  const writer = (await owner.post(`${SHOP}/keys`, { name: 'release', mode: 'readwrite' })).body
  expect(await dataPlane(writer.keyId, writer.secret, 'push', 'api')).toBe('yes')
  await owner.delete(`${SHOP}/keys/${writer.keyId}`)
  expect(await dataPlane(writer.keyId, writer.secret, 'push', 'api')).toBe('this key is revoked')
  const login = (await owner.post('/registry/login', { pullOnly: true })).body
  expect(await dataPlane(login.username, login.password, 'pull')).toBe('yes')
  expect(await dataPlane(login.username, login.password, 'push')).toBe('it is for pulling only')
})

line(
  'REG-23: the cache pulls with the login of its own registry, and what it holds is the organization’s',
  async () => {
    await create()
    await create('other')
    await owner.put(`${SHOP}/upstream-credentials/docker.io`, { username: 'acme', password: 'pw_4f0a9c27e51b48d6' })
    const used = (registry: string) =>
      happens('credential-used', { kind: 'upstream-credential', id: 'docker.io', registry })
    expect([(await used('shop')).accepted, (await used('other')).accepted]).toEqual([true, false])
    await push('docker.io/library/alpine', { tags: ['3'] })
    expect(await tags('docker.io/library/alpine')).toEqual(['3'])
    expect((await outsider.get(`${SHOP}/tags?repo=docker.io/library/alpine`)).status).toBe(404)
    expect((await outsider.get(`${SHOP}/upstream-credentials`)).status).toBe(404)
  },
)

test('an image cannot come where there is no registry, or no room', async () => {
  expect(await tries('image-pushed', { registry: 'shop', repository: 'web' })).toMatchObject({
    status: 404,
    body: { error: 'there is no registry shop' },
  })
})
