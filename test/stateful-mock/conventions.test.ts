import { expect } from 'vitest'
import source from '../../src/contract/generated/spec.js'
import { type Answered, outside } from './outside/kit.ts'
import { line } from './outside/line.ts'
import type { Body } from './tour.ts'

const { owner, member, outsider, nobody, as, ask, happens, advance } = outside()

const JSON_TYPE = 'application/json; charset=utf-8'
const MONITOR = {
  name: 'Home',
  kind: 'http',
  http: { url: 'https://shop.acme.example/', method: 'GET', followRedirects: true, expectStatus: ['200'] },
  intervalSeconds: 60,
  vantages: ['fra'],
  timeoutMs: 5000,
  downCondition: { confirmations: 2, quorum: 1 },
  enabled: true,
}
const HOOK = { url: 'https://hooks.acme.example/email', eventTypes: ['message.sent'] }
const RULE = { issuer: 'https://ci.acme.example', audience: 'registry', subjectPattern: 'repo:acme/*', mode: 'pull' }
const PROVIDER = { accountSid: 'AC5f', authToken: '7d1f0c5be2a94c1fb3f6a4d0e8c21597', fromNumber: '+15550100100' }

line('GEN-01: every error is a JSON object with a string in its field error', async () => {
  await owner.post('/uptime/services', { name: 'Shop' })
  await happens('provider-behaves', { organization: 'acme', behaviour: 'rejects' })
  const refusals: readonly [number, Promise<Answered>][] = [
    [400, owner.post('/tokens', {})],
    [401, nobody.get('/tokens')],
    [401, as('wrong').get('/clusters')],
    [403, member.get('/iam/catalog')],
    [404, owner.get('/uptime/monitors/none')],
    [404, owner.get('/no/such/path')],
    [405, owner.delete('/organization/contacts')],
    [409, owner.post('/uptime/services', { name: 'Shop' })],
    [422, owner.put('/oncall/provider-credential', PROVIDER)],
  ]
  for (const [status, answer] of refusals) {
    const { body, type } = await answer
    expect([(await answer).status, type, body]).toEqual([status, JSON_TYPE, { error: expect.any(String) }])
  }
  await happens('backend-behaves', { backend: 'email', reachable: false })
  expect((await owner.get('/email/domains')).body).toEqual({ error: expect.any(String) })
})

line('GEN-02: an answer has every field that is written, of the type that is written', async () => {
  const id = expect.any(String)
  const at = '2026-03-05T09:00:00Z'
  expect((await owner.post('/registry/registries', { slug: 'shop', displayName: 'Shop' })).body).toEqual({
    slug: 'shop',
    displayName: 'Shop',
    region: expect.any(String),
    storageQuotaBytes: expect.any(Number),
    createdAt: at,
  })
  expect((await owner.post('/oncall/incidents', { serviceId: 'svc_checkout', title: 'Slow' })).body).toEqual({
    id,
    serviceId: 'svc_checkout',
    serviceName: 'Checkout',
    title: 'Slow',
    status: 'open',
    openedAt: at,
    firingAlerts: 0,
  })
  expect((await owner.post('/email/domains', { name: 'mail.acme.example' })).body).toEqual({
    id,
    name: 'mail.acme.example',
    sendState: 'pending',
    receiveState: 'none',
    createdAt: at,
    dnsRecords: [
      { capability: 'send', type: 'TXT', name: 'u1._domainkey.mail.acme.example', value: expect.any(String) },
      { capability: 'send', type: 'TXT', name: 'mail.acme.example', value: expect.any(String) },
    ],
  })
  expect((await owner.post('/clusters', { name: 'prod', tier: 'small' })).body).toEqual({
    name: 'prod',
    tier: 'small',
    orchestratorVersion: '1.33.1',
    replicas: 1,
    mesh: false,
    datastore: { mode: 'shared' },
    phase: 'provisioning',
    managedLoadBalancers: { enabled: false, maxServices: 5, loadBalancers: [] },
  })
  expect((await owner.post('/uptime/monitors', MONITOR)).body).toEqual({
    id,
    ...MONITOR,
    state: 'pending',
    createdAt: at,
    updatedAt: at,
  })
  expect((await owner.get('/uptime/ping')).body).toEqual({
    service: expect.any(String),
    org: 'acme',
    schemaEpoch: expect.any(String),
    time: at,
  })
})

line('GEN-03: the times of a token are ISO 8601, contacts are addresses, and three fields take URIs only', async () => {
  await owner.post('/tokens', { name: 'bot', expiresIn: 3600 })
  const [token] = (await owner.get('/tokens')).body.tokens
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
  for (const field of ['createdAt', 'expiresAt', 'lastRequest'])
    expect([field, token[field]]).toEqual([field, expect.stringMatching(moment)])
  const contacts: Record<string, string> = (await owner.get('/organization/contacts')).body
  expect(Object.keys(contacts)).toEqual(['billingEmail', 'technicalEmail', 'securityEmail'])
  for (const address of Object.values(contacts)) expect(address).toMatch(/^[^@\s]+@[^@\s]+$/)
  await owner.post('/registry/registries', { slug: 'shop' })
  const notUri = [
    owner.patch('/organization/contacts', { billingEmail: 'nobody' }),
    owner.post('/email/webhooks', { ...HOOK, url: 'somewhere' }),
    owner.post('/registry/registries/shop/oidc-rules', { ...RULE, issuer: 'somebody' }),
    owner.post('/uptime/monitors', { ...MONITOR, http: { ...MONITOR.http, url: 'home page' } }),
  ]
  expect((await Promise.all(notUri)).map(({ status }) => status)).toEqual([400, 400, 400, 400])
})

line('GEN-06: a secret is in the one answer that makes it, and in none afterwards', async () => {
  await owner.post('/registry/registries', { slug: 'shop' })
  await owner.post('/clusters', { name: 'prod', tier: 'small' })
  await advance('PT2M')
  const made = async (path: string, json: object, field: string): Promise<string> => {
    const { status, body } = await owner.post(path, json)
    expect([path, status, typeof body[field]]).toEqual([path, 201, 'string'])
    return body[field]
  }
  const hook = (await owner.post('/email/webhooks', HOOK)).body
  const rotated = (await owner.post(`/email/webhooks/${hook.webhook.id}/rotate-secret`)).body
  const upstreamPassword = 'pw_4f0a9c27e51b48d6'
  const login = { username: 'acme', password: upstreamPassword }
  const set = await owner.put('/registry/registries/shop/upstream-credentials/docker.io', login)
  const provider = await owner.put('/oncall/provider-credential', PROVIDER)
  expect([set.status, provider.status]).toEqual([200, 200])
  const secrets = [
    await made('/tokens', { name: 'bot' }, 'key'),
    await made('/registry/registries/shop/keys', { name: 'ci', mode: 'pull' }, 'secret'),
    await made('/email/keys', { name: 'mailer' }, 'secret'),
    hook.signingSecret,
    rotated.signingSecret,
    await made('/oncall/alert-sources', { name: 'prometheus', serviceId: 'svc_checkout' }, 'token'),
    await made('/uptime/export-tokens', { name: 'grafana' }, 'token'),
    await made('/clusters/prod/registration-tokens', { name: 'group' }, 'token'),
    PROVIDER.authToken,
    upstreamPassword,
  ]
  expect(new Set(secrets).size).toBe(10)
  const looks = [
    '/tokens',
    '/tokens/scope-options',
    '/iam/catalog',
    '/registry/registries/shop/keys',
    '/registry/registries/shop/upstream-credentials',
    '/email/keys',
    '/email/webhooks',
    '/email/webhook-deliveries',
    '/oncall/alert-sources',
    '/oncall/provider-credential',
    '/uptime/export-tokens',
    '/clusters/prod/registration-tokens',
    '/clusters/prod',
  ]
  const seen = JSON.stringify([set.body, provider.body, await Promise.all(looks.map((path) => owner.get(path)))])
  expect(seen).toContain('grafana')
  for (const secret of secrets) expect(seen).not.toContain(secret)
})

line('GEN-07: bodies are JSON; the raw message alone is message/rfc822', async () => {
  const { id } = (await owner.post('/email/domains', { name: 'mail.acme.example' })).body
  await happens('dns-record-published', { domain: id })
  await owner.post(`/email/domains/${id}/check`)
  await advance('PT5S')
  const { messageId } = await happens('message-sent', { from: 'a@mail.acme.example', to: ['kim@customer.example'] })
  const type = async (path: string) => (await owner.get(path)).type
  expect(await type(`/email/messages/${messageId}`)).toBe(JSON_TYPE)
  expect(await type(`/email/messages/${messageId}/content`)).toBe('message/rfc822')
  expect((await owner.get(`/email/messages/${messageId}/content`)).body).toMatch(
    /^From: a@mail.acme.example\r\nTo: kim@customer.example\r\n[\s\S]*\r\n\r\n/,
  )
  expect(await type('/clusters')).toBe(JSON_TYPE)
})

line('GEN-09: where a status and an envelope are stated, an answer has exactly those', async () => {
  await owner.post('/clusters', { name: 'prod', tier: 'small' })
  await advance('PT2M')
  const monitor = (await owner.post('/uptime/monitors', MONITOR)).body.id
  const domain = (await owner.post('/email/domains', { name: 'mail.acme.example' })).body.id
  const answers: readonly [string, Promise<Answered>, number, readonly string[]][] = [
    ['listTokens', owner.get('/tokens'), 200, ['tokens']],
    ['createToken', owner.post('/tokens', { name: 'bot' }), 201, ['id', 'key', 'orgSlug']],
    ['getTokenScopeOptions', owner.get('/tokens/scope-options'), 200, ['roles', 'resources']],
    ['getIamCatalog', owner.get('/iam/catalog'), 200, ['roles', 'resources']],
    ['listPermissions', owner.get('/iam/permissions'), 200, ['services']],
    ['listSendKeys', owner.get('/email/keys'), 200, ['sendKeys']],
    ['createSendKey', owner.post('/email/keys', { name: 'mailer' }), 201, ['sendKey', 'secret']],
    ['listRoutes', owner.get('/email/routes'), 200, ['routes']],
    ['listDomains', owner.get('/email/domains'), 200, ['domains']],
    ['getDomainDns', owner.get(`/email/domains/${domain}/dns`), 200, ['records']],
    ['checkDomain', owner.post(`/email/domains/${domain}/check`), 202, ['status']],
    ['listMessages', owner.get('/email/messages'), 200, ['messages']],
    ['listSuppressions', owner.get('/email/suppressions'), 200, ['suppressions']],
    ['listWebhooks', owner.get('/email/webhooks'), 200, ['webhooks']],
    ['createWebhook', owner.post('/email/webhooks', HOOK), 201, ['webhook', 'signingSecret']],
    ['listDeliveries', owner.get('/email/webhook-deliveries'), 200, ['deliveries']],
    ['listClusters', owner.get('/clusters'), 200, ['clusters']],
    ['listNodes', owner.get('/clusters/prod/nodes'), 200, ['nodes']],
    ['getKubeconfig', owner.get('/clusters/prod/kubeconfig'), 200, ['kubeconfig', 'expiresIn']],
    [
      'createJoinToken',
      owner.post('/clusters/prod/join-tokens'),
      201,
      ['joinToken', 'cluster', 'joinCommand', 'expiresIn'],
    ],
    ['listRegistrationTokens', owner.get('/clusters/prod/registration-tokens'), 200, ['tokens']],
    ['getUptimeCatalog', owner.get('/uptime/catalog'), 200, ['intervals', 'vantages']],
    ['listUptimeServices', owner.get('/uptime/services'), 200, ['services']],
    ['listMonitors', owner.get('/uptime/monitors'), 200, ['monitors']],
    ['listMonitorFailures', owner.get(`/uptime/monitors/${monitor}/failures`), 200, ['failures']],
    ['listMonitorTransitions', owner.get(`/uptime/monitors/${monitor}/transitions`), 200, ['transitions']],
    ['listExportTokens', owner.get('/uptime/export-tokens'), 200, ['tokens']],
    [
      'createExportToken',
      owner.post('/uptime/export-tokens', { name: 'x' }),
      201,
      ['id', 'name', 'token', 'createdAt'],
    ],
  ]
  for (const [operation, answer, status, fields] of answers)
    expect([operation, (await answer).status, Object.keys((await answer).body)]).toEqual([operation, status, fields])
  const empty = [
    owner.delete(`/uptime/monitors/${monitor}`),
    owner.delete(`/email/domains/${domain}`),
    owner.delete('/clusters/prod'),
  ]
  expect((await Promise.all(empty)).map(({ status, body }) => [status, body])).toEqual([
    [204, ''],
    [204, ''],
    [202, ''],
  ])
})

line('VER-01: every operation lives under /api/v1', async () => {
  const paths = Object.keys(source.api.paths)
  expect(paths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
  expect((await owner.get('/tokens')).status).toBe(200)
  for (const path of ['/tokens', '/api/tokens', '/api/v2/tokens'])
    expect([path, (await ask('GET', path, undefined, 'owner')).status]).toEqual([path, 404])
})

line('IAM-04: no operation of IAM takes a role, a subject or a selector, so none can be wrong', async () => {
  const operations: readonly Body[] = Object.entries(source.api.paths)
    .filter(([path]) => path.startsWith('/api/v1/iam/'))
    .flatMap(([, item]) => Object.values(item))
  expect(operations.map(({ operationId }) => operationId)).toEqual(['getIamCatalog', 'listPermissions'])
  expect(operations.flatMap(({ parameters = [], requestBody = [] }) => [parameters, requestBody].flat())).toEqual([])
})

line('IAM-05: nothing in IAM can be written', async () => {
  const before = (await owner.get('/iam/catalog')).body
  for (const path of ['/iam/catalog', '/iam/permissions']) {
    const writes = [owner.post(path, {}), owner.put(path, {}), owner.patch(path, {}), owner.delete(path)]
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([405, 405, 405, 405])
  }
  expect((await owner.get('/iam/catalog')).body).toEqual(before)
  expect((await outsider.get('/iam/catalog')).status).toBe(200)
})
