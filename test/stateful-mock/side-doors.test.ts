import { expect, test } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask, startedMock } from './support.ts'
import { ANOTHER_KEY, idToken } from './tour.ts'

const ISSUER = 'https://ci.acme.example'
const CLAIMS = { iss: ISSUER, aud: 'registry.acme.example', sub: 'repo:acme/shop:main' }

async function withRule(mock: RunningMock): Promise<void> {
  await ask(mock, 'POST', '/api/v1/registry/registries', { as: 'owner', json: { slug: 'storefront' } })
  const rule = { issuer: ISSUER, audience: 'registry.acme.example', subjectPattern: 'repo:acme/*', mode: 'pull' }
  await ask(mock, 'POST', '/api/v1/registry/registries/storefront/oidc-rules', { as: 'owner', json: rule })
}

test('an ID token is exchanged when a key of its issuer signed it', async () => {
  const mock = await startedMock()
  await withRule(mock)
  const { token, jwks } = idToken(CLAIMS)
  const exchange = (given: string) =>
    ask(mock, 'POST', '/api/v1/registry/oidc/exchange', { json: { registry: 'storefront', token: given } })
  const refused = { status: 403, headers: { 'x-understudy-rules': 'registry.exchange-token-unreadable' } }

  expect(await exchange(token), 'keys unknown').toMatchObject(refused)
  const value = { [ISSUER]: jwks }
  await ask(mock, 'PUT', '/_understudy/gaps/registry.issuer-keys', { json: { value } })
  expect(await exchange(token)).toMatchObject({ status: 201, body: { mode: 'pull', secret: expect.any(String) } })

  const [header, , signature] = token.split('.')
  const others = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'repo:acme/other' })).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  expect(await exchange(`${header}.${others}.${signature}`), 'claims changed').toMatchObject(refused)
  expect(await exchange(`${unsigned}.${others}.`), 'not signed').toMatchObject(refused)
  expect(await exchange(idToken(CLAIMS, ANOTHER_KEY).token), 'signed by another').toMatchObject(refused)
  expect(await exchange(idToken({ ...CLAIMS, sub: 'repo:globex/shop' }).token)).toMatchObject({
    status: 403,
    headers: { 'x-understudy-rules': 'registry.exchange-no-rule' },
  })
})

test('who wants to try rules only may have unknown issuers believed', async () => {
  const mock = await startedMock()
  await withRule(mock)
  await ask(mock, 'PUT', '/_understudy/gaps/registry.issuer-without-keys', { json: { value: 'believe' } })
  const json = { registry: 'storefront', token: idToken(CLAIMS, ANOTHER_KEY).token }
  expect(await ask(mock, 'POST', '/api/v1/registry/oidc/exchange', { json })).toMatchObject({ status: 201 })
})

test('a scrape is plain text, with an export token only', async () => {
  const mock = await startedMock()
  const made = await ask(mock, 'POST', '/api/v1/uptime/export-tokens', { as: 'owner', json: { name: 'grafana' } })
  const scrape = (token: string) =>
    fetch(`${mock.url}/api/v1/uptime/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  const answer = await scrape((made.body as { token: string }).token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await answer.text()).toContain('# TYPE ')
  expect((await scrape('owner')).status).toBe(401)
})
