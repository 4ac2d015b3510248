// Tests every area of the service over HTTP: node check.mjs
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const child = spawn(process.execPath, [new URL('./server.mjs', import.meta.url).pathname, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [first] = await once(child.stdout, 'data')
const BASE = /ready on (\S+)/.exec(String(first))[1]

const session = (name) => ({ authorization: `Bearer ses-${name}-4f1c7a90` })
const [owner, admin, mia, max, viewer, henry] = ['olga', 'adam', 'mia', 'max', 'vera', 'henry'].map(session)
const pat = session('pat')
const patElsewhere = { ...pat, 'x-organization': 'harbor' }

async function call(method, path, { as, body, raw, headers = {} } = {}) {
  const response = await fetch(BASE + path, {
    method,
    headers: { ...as, ...(body !== undefined ? { 'content-type': 'application/json' } : {}), ...headers },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  })
  const text = await response.text()
  let json
  try {
    json = text ? JSON.parse(text) : undefined
  } catch {
    json = text
  }
  if (response.status >= 400) assert.equal(typeof json?.error, 'string', `${method} ${path}: every error has a message`)
  return { status: response.status, body: json, headers: response.headers }
}
/** Calls the API and insists on a status; returns the body. */
async function api(status, method, path, as, body) {
  const result = await call(method, `/api/v1${path}`, { as, body })
  assert.equal(result.status, status, `${method} ${path}: ${result.status} ${JSON.stringify(result.body)}`)
  return result.body
}
async function event(name, body, status = 200) {
  const result = await call('POST', `/_understudy/events/${name}`, { body })
  assert.equal(result.status, status, `${name}: ${result.status} ${JSON.stringify(result.body)}`)
  return result.body
}
const advance = async (by) => {
  const r = await call('POST', '/_understudy/clock/advance', { body: { by } })
  assert.equal(r.status, 200)
  return r.body
}
const reset = async () => {
  assert.equal((await call('POST', '/_understudy/reset')).status, 200)
}
async function until(what, test) {
  for (let i = 0; i < 200; i++) {
    const value = await test()
    if (value) return value
    await sleep(20)
  }
  assert.fail(`timed out: ${what}`)
}
const areas = {}

areas.frame = async () => {
  for (const path of [
    '/tokens',
    '/iam/catalog',
    '/organization/contacts',
    '/clusters',
    '/email/domains',
    '/uptime/monitors',
    '/registry/registries',
    '/oncall/incidents',
  ]) {
    await api(401, 'GET', path)
    await api(401, 'GET', path, { authorization: 'Bearer nonsense' })
    await api(200, 'GET', path, owner)
  }
  await api(404, 'GET', '/nothing', owner)
  await api(405, 'PUT', '/tokens', owner)
  assert.equal((await call('POST', '/api/v1/tokens', { as: owner, raw: '{' })).status, 400)
  await api(403, 'GET', '/tokens', { ...mia, 'x-organization': 'harbor' })
  await api(200, 'GET', '/tokens', patElsewhere)
  assert.equal((await call('GET', '/_understudy/gaps')).status, 501)
}

areas.access = async () => {
  const made = await api(201, 'POST', '/tokens', mia, { name: 'ci', expiresIn: 3600 })
  const listed = (await api(200, 'GET', '/tokens', mia)).tokens
  assert.equal(listed.length, 1)
  assert.equal(listed[0].orgSlug, 'lumen')
  assert.ok(made.key.startsWith(listed[0].start) && !JSON.stringify(listed).includes(made.key))
  assert.deepEqual((await api(200, 'GET', '/tokens', max)).tokens, [])
  const token = { authorization: `Bearer ${made.key}` }
  await api(200, 'GET', '/clusters', token)
  await api(403, 'GET', '/clusters', { ...token, 'x-organization': 'harbor' })
  await event('token-disabled', { tokenId: made.id })
  await api(401, 'GET', '/clusters', token)
  await event('token-disabled', { tokenId: made.id }, 409)
  await event('token-enabled', { tokenId: made.id })
  await api(200, 'GET', '/clusters', token)
  await advance('PT61M')
  await api(401, 'GET', '/clusters', token)
  await reset()
  // Narrowing.
  await api(201, 'POST', '/registry/registries', owner, { slug: 'shop-apps' })
  await api(201, 'POST', '/registry/registries', owner, { slug: 'shop-tools' })
  const options = await api(200, 'GET', '/tokens/scope-options', owner)
  assert.deepEqual(
    options.resources.map((r) => r.id),
    ['shop-apps', 'shop-tools'],
  )
  await api(400, 'POST', '/tokens', owner, { name: 'x', scope: [{ role: 'nope' }] })
  await api(400, 'POST', '/tokens', owner, {
    name: 'x',
    scope: [{ role: 'registry.viewer', resourceIds: ['unknown'] }],
  })
  await api(400, 'POST', '/tokens', owner, {
    name: 'x',
    scope: [{ role: 'oncall.viewer', resourceIds: ['shop-apps'] }],
  })
  await api(403, 'POST', '/tokens', viewer, { name: 'x', scope: [{ role: 'registry.admin' }] })
  const narrow = {
    authorization: `Bearer ${(await api(201, 'POST', '/tokens', owner, { name: 'n', scope: [{ role: 'registry.viewer', resourceIds: ['shop-apps'] }] })).key}`,
  }
  assert.deepEqual(
    (await api(200, 'GET', '/registry/registries', narrow)).registries.map((r) => r.slug),
    ['shop-apps'],
  )
  await api(404, 'GET', '/registry/registries/shop-tools', narrow)
  await api(403, 'DELETE', '/registry/registries/shop-apps', narrow)
  await api(403, 'GET', '/clusters', narrow)
  await api(403, 'GET', '/iam/catalog', narrow)
  await api(403, 'POST', '/tokens', narrow, { name: 'up', scope: [{ role: 'registry.viewer' }] })
  const child = { authorization: `Bearer ${(await api(201, 'POST', '/tokens', narrow, { name: 'child' })).key}` }
  await api(403, 'GET', '/clusters', child)
  // IAM.
  for (const who of [mia, viewer, patElsewhere]) await api(403, 'GET', '/iam/catalog', who)
  const catalog = await api(200, 'GET', '/iam/catalog', admin)
  assert.ok(catalog.roles.every((role) => role.permissions.length && role.kind === 'builtin'))
  const { services } = await api(200, 'GET', '/iam/permissions', mia)
  const atoms = services.flatMap((s) => s.resources.flatMap((r) => r.tiers.map((t) => t.permission)))
  assert.ok(atoms.includes('email.key.admin') && atoms.includes('registry.key.admin'))
  await event('role-changes', { customRole: { id: 'auditor', permissions: ['registry.registry.read'] } })
  await event('role-changes', {
    userId: 'usr_mia',
    role: 'member',
    grants: [{ role: 'registry.viewer', resourceIds: ['shop-tools'] }],
  })
  assert.deepEqual(
    (await api(200, 'GET', '/registry/registries', mia)).registries.map((r) => r.slug),
    ['shop-tools'],
  )
  await event('role-changes', { userId: 'usr_mia', role: 'none' })
  await api(403, 'GET', '/registry/registries', mia)
  // Contacts.
  const contacts = await api(200, 'GET', '/organization/contacts', viewer)
  assert.deepEqual(await api(200, 'PATCH', '/organization/contacts', admin, { technicalEmail: 'ops@lumen.example' }), {
    ...contacts,
    technicalEmail: 'ops@lumen.example',
  })
  await api(403, 'PATCH', '/organization/contacts', max, { technicalEmail: 'a@b.example' })
  await api(400, 'PATCH', '/organization/contacts', owner, { technicalEmail: 'nope', billingEmail: 'ok@lumen.example' })
  await event('billing-email-collides', { email: 'taken@x.example' })
  await api(409, 'PATCH', '/organization/contacts', owner, {
    billingEmail: 'taken@x.example',
    securityEmail: 'n@x.example',
  })
  assert.equal((await api(200, 'GET', '/organization/contacts', owner)).securityEmail, contacts.securityEmail)
  await event('billing-email-collides', { email: 'taken@x.example', collides: false })
  await api(200, 'PATCH', '/organization/contacts', owner, { billingEmail: 'taken@x.example' })
}

areas.registry = async () => {
  const R = '/registry/registries'
  assert.ok((await api(200, 'GET', '/registry/upstreams', mia)).upstreams.length)
  const made = await api(201, 'POST', R, mia, { slug: 'lumen-apps', displayName: 'Apps' })
  assert.deepEqual(Object.keys(made).sort(), ['createdAt', 'displayName', 'region', 'slug', 'storageQuotaBytes'])
  await api(409, 'POST', R, henry, { slug: 'lumen-apps' })
  await api(409, 'POST', R, owner, { slug: 'admin' })
  await api(400, 'POST', R, owner, { slug: 'No Good' })
  await api(403, 'POST', R, viewer, { slug: 'viewers-own' })
  await event('slug-claimed-elsewhere', { slug: 'elsewhere' })
  await api(409, 'POST', R, owner, { slug: 'elsewhere' })
  await event('payment-method-changes', { active: false })
  await api(402, 'POST', R, owner, { slug: 'unpaid' })
  await event('payment-method-changes', { active: true })
  await api(404, 'GET', `${R}/lumen-apps`, henry)
  const A = `${R}/lumen-apps`
  const one = await event('image-pushed', {
    registry: 'lumen-apps',
    repository: 'web/app',
    tags: ['v1', 'latest'],
    layers: [{ digest: 'sha256:base', sizeBytes: 1000 }, { sizeBytes: 500 }],
  })
  const two = await event('image-pushed', {
    registry: 'lumen-apps',
    repository: 'web/app',
    tags: ['v2', 'latest'],
    layers: [{ digest: 'sha256:base', sizeBytes: 1000 }, { sizeBytes: 700 }],
  })
  assert.ok(two.addedBytes < 1700 + 100000 && two.addedBytes >= 700 && two.addedBytes < one.addedBytes + 700)
  assert.equal((await api(200, 'GET', A, viewer)).usedBytes, one.addedBytes + two.addedBytes)
  const tags = (await api(200, 'GET', `${A}/tags?repo=web/app`, mia)).tags
  assert.equal(tags.find((t) => t.name === 'latest').digest, two.digest)
  await api(400, 'GET', `${A}/tags`, mia)
  await api(404, 'GET', `${A}/tags?repo=none`, mia)
  await api(403, 'DELETE', `${A}/tags?repo=web/app&tag=v1&purge=true`, mia)
  await api(400, 'DELETE', `${A}/tags?repo=web/app&tag=v1&purge=maybe`, owner)
  assert.deepEqual(await api(200, 'DELETE', `${A}/tags?repo=web/app&tag=v1`, mia), { purged: false })
  assert.deepEqual(
    (await api(200, 'GET', `${A}/manifests?repo=web/app`, mia)).manifests.map((m) => m.tags.length),
    [0, 2],
  )
  assert.equal((await api(200, 'GET', A, mia)).usedBytes, one.addedBytes + two.addedBytes)
  assert.deepEqual(await api(200, 'DELETE', `${A}/tags?repo=web/app&tag=v2&purge=true`, admin), { purged: false })
  assert.deepEqual(await api(200, 'DELETE', `${A}/tags?repo=web/app&tag=latest&purge=true`, admin), { purged: true })
  assert.equal((await api(200, 'GET', A, mia)).usedBytes, one.addedBytes)
  await api(204, 'DELETE', `${A}/manifests?repo=web/app&digest=${one.digest}`, mia)
  assert.equal((await api(200, 'GET', A, mia)).usedBytes, 0)
  await event('quota-changes', { quota: 'registry-storage-bytes', registry: 'lumen-apps', value: 10 })
  await event('image-pushed', { registry: 'lumen-apps', repository: 'web/app' }, 409)
  await event('quota-changes', { quota: 'registry-storage-bytes', registry: 'lumen-apps', value: 10 ** 9 })
  await api(409, 'DELETE', A, owner)
  // Keys.
  await api(403, 'POST', `${A}/keys`, mia, { name: 'k', mode: 'pull' })
  const key = await api(201, 'POST', `${A}/keys`, owner, { name: 'k', mode: 'readwrite', repoPrefixes: ['web/'] })
  const allowed = async (username, password, repository, action, registry = 'lumen-apps') =>
    (
      await api(200, 'POST', '/registry/data-plane/authorize', undefined, {
        username,
        password,
        registry,
        repository,
        action,
      })
    ).allowed
  assert.equal(await allowed(key.keyId, key.secret, 'web/app', 'push'), true)
  assert.equal(await allowed(key.keyId, key.secret, 'api', 'pull'), false)
  assert.equal(await allowed(key.keyId, 'wrong', 'web/app', 'pull'), false)
  const keys = (await api(200, 'GET', `${A}/keys`, viewer)).keys
  assert.ok(keys[0].lastUsedAt && keys[0].mintedVia === 'manual' && !JSON.stringify(keys).includes(key.secret))
  await api(204, 'DELETE', `${A}/keys/${key.keyId}`, owner)
  assert.equal(await allowed(key.keyId, key.secret, 'web/app', 'pull'), false)
  assert.ok((await api(200, 'GET', `${A}/keys`, owner)).keys[0].revokedAt)
  await event('image-pushed', { registry: 'lumen-apps', repository: 'web/app', secret: key.secret }, 409)
  // Logins.
  const login = await api(201, 'POST', '/registry/logins', mia, {})
  assert.deepEqual(login.scope, [{ registry: 'lumen-apps', mode: 'readwrite' }])
  const pull = await api(201, 'POST', '/registry/logins', mia, { pullOnly: true, registry: 'lumen-apps' })
  assert.equal(await allowed(pull.username, pull.password, 'web/app', 'push'), false)
  assert.equal(await allowed(login.username, login.password, 'web/app', 'push'), true)
  await api(404, 'POST', '/registry/logins', mia, { registry: 'unknown' })
  await api(404, 'DELETE', `/registry/logins/${pull.username}`, max)
  await api(204, 'DELETE', `/registry/logins/${pull.username}`, mia)
  assert.equal(await allowed(pull.username, pull.password, 'web/app', 'pull'), false)
  assert.equal(
    (await event('credential-used', { kind: 'login-credential', secret: login.password, username: login.username }))
      .accepted,
    true,
  )
  await advance('PT60M')
  assert.equal(
    (await event('credential-used', { kind: 'login-credential', secret: login.password, username: login.username }))
      .accepted,
    false,
  )
  await call('PUT', '/_understudy/clock', { body: { mode: 'real' } })
  await event('role-changes', { userId: 'usr_max', role: 'member', grants: [{ role: 'uptime.viewer' }] })
  await api(403, 'POST', '/registry/logins', max, {})
  // OIDC.
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }
  const issuerServer = createServer((request, response) =>
    response.end(
      JSON.stringify(request.url.endsWith('jwks') ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }),
    ),
  ).listen(0, '127.0.0.1')
  await once(issuerServer, 'listening')
  const issuer = `http://127.0.0.1:${issuerServer.address().port}`
  const jwt = (claims, signer = privateKey) => {
    const data = [
      { alg: 'RS256', kid: 'one' },
      { iss: issuer, aud: 'reg', sub: 'repo:lumen/web:main', exp: Date.now() / 1000 + 300, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${data}.${createSign('sha256').update(data).sign(signer).toString('base64url')}`
  }
  const rule = await api(201, 'POST', `${A}/oidc-rules`, owner, {
    issuer,
    audience: 'reg',
    subjectPattern: 'repo:lumen/*',
    mode: 'pull',
  })
  assert.ok(Number.isInteger(rule.id))
  const swapped = await api(201, 'POST', '/registry/oidc/exchange', undefined, {
    registry: 'lumen-apps',
    token: jwt({}),
  })
  assert.equal(await allowed(swapped.keyId, swapped.secret, 'web/app', 'pull'), true)
  assert.equal(await allowed(swapped.keyId, swapped.secret, 'web/app', 'push'), false)
  assert.equal((await api(200, 'GET', `${A}/keys`, owner)).keys.at(-1).mintedVia, 'oidc')
  for (const claims of [{ aud: 'other' }, { sub: 'repo:else/web' }, { exp: 1 }, { iss: 'https://x.example' }])
    await api(403, 'POST', '/registry/oidc/exchange', undefined, { registry: 'lumen-apps', token: jwt(claims) })
  await api(403, 'POST', '/registry/oidc/exchange', undefined, {
    registry: 'lumen-apps',
    token: jwt({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  })
  await api(204, 'DELETE', `${A}/oidc-rules/${rule.id}`, owner)
  await api(403, 'POST', '/registry/oidc/exchange', undefined, { registry: 'lumen-apps', token: jwt({}) })
  issuerServer.close()
  issuerServer.closeAllConnections()
  // Upstream credentials.
  await api(404, 'PUT', `${A}/upstream-credentials/nowhere.example`, mia, { username: 'u', password: 'p' })
  assert.deepEqual(
    await api(200, 'PUT', `${A}/upstream-credentials/docker.io`, mia, { username: 'u', password: 'hush' }),
    { upstream: 'docker.io', username: 'u' },
  )
  assert.ok(!JSON.stringify(await api(200, 'GET', `${A}/upstream-credentials`, viewer)).includes('hush'))
  await api(204, 'DELETE', `${A}/upstream-credentials/docker.io`, mia)
  await api(404, 'DELETE', `${A}/upstream-credentials/docker.io`, mia)
  await api(204, 'DELETE', `${A}/repositories?repo=web/app`, mia)
  await api(204, 'DELETE', A, mia)
  await api(404, 'GET', A, mia)
}

areas.email = async () => {
  const got = []
  let status = 200
  const receiver = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${receiver.address().port}/hook`
  const E = '/email'
  const domain = await api(201, 'POST', `${E}/domains`, mia, { name: 'Mail.Lumen.example' })
  assert.equal(domain.sendState + domain.receiveState, 'pendingnone')
  await api(409, 'POST', `${E}/domains`, henry, { name: 'mail.lumen.example' })
  await api(404, 'GET', `${E}/domains/${domain.id}`, henry)
  await event('domain-claimed-elsewhere', { domain: 'shop.example' })
  await api(409, 'POST', `${E}/domains`, mia, { name: 'shop.example' })
  const dns = async () =>
    (await api(200, 'GET', `${E}/domains/${domain.id}/dns`, mia)).records.map((record) => record.status)
  assert.ok((await dns()).every((outcome) => outcome === 'missing'))
  await event('dns-record-published', { domain: domain.name })
  await event('dns-record-mismatched', { domain: domain.name, type: 'CNAME', value: 'wrong.example' })
  assert.ok((await dns()).includes('mismatch'))
  await event('backend-behaves', { backend: 'dns', reachable: false })
  assert.ok((await dns()).every((outcome) => outcome === 'error'))
  await event('backend-behaves', { backend: 'dns', reachable: true })
  await event('message-sent', { from: 'a@mail.lumen.example', to: ['jo@c.example'] }, 409)
  await event('dns-record-published', { domain: domain.name })
  assert.deepEqual(await api(202, 'POST', `${E}/domains/${domain.id}/check`, mia), { status: 'scheduled' })
  await advance('PT10S')
  assert.equal((await api(200, 'GET', `${E}/domains/${domain.id}`, mia)).sendState, 'verified')
  // Webhooks and messages.
  const { webhook, signingSecret } = await api(201, 'POST', `${E}/webhooks`, mia, {
    url,
    eventTypes: ['message.sent', 'message.bounced', 'message.complained', 'message.delivered'],
  })
  await api(400, 'POST', `${E}/webhooks`, mia, { url, eventTypes: ['nonsense'] })
  await api(403, 'POST', `${E}/keys`, mia, { name: 'app' })
  const { sendKey, secret } = await api(201, 'POST', `${E}/keys`, owner, { name: 'app', domainIds: [domain.id] })
  const send = (to, as = { authorization: `Bearer ${secret}` }, expected = 202) =>
    api(expected, 'POST', `${E}/send`, as, { from: 'shop@mail.lumen.example', to, subject: 'Hi', text: 'Hello' })
  const { id } = await send(['jo@c.example', 'al@c.example'])
  const settled = () =>
    until('delivered', async () => {
      const { deliveries } = await api(200, 'GET', `${E}/webhook-deliveries`, mia)
      return deliveries.every((d) => d.state === 'delivered' || d.state === 'failed') && deliveries
    })
  let deliveries = await settled()
  assert.equal(deliveries.length, 1)
  assert.equal(got.length, 1)
  const signed = ({ headers, body }, key) =>
    headers['webhook-signature'] ===
    `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64')}`
  assert.ok(signed(got[0], signingSecret))
  const rotated = (await api(200, 'POST', `${E}/webhooks/${webhook.id}/rotate-secret`, mia)).signingSecret
  const again = await api(202, 'POST', `${E}/webhook-deliveries/${deliveries[0].id}/redeliver`, mia)
  assert.notEqual(again.id, deliveries[0].id)
  await settled()
  assert.equal(got[1].body, got[0].body)
  assert.ok(signed(got[1], rotated) && !signed(got[1], signingSecret))
  assert.ok((await api(200, 'GET', `${E}/keys`, mia)).sendKeys[0].lastUsedAt)
  // Retries.
  status = 500
  await event('message-delivered', { messageId: id, recipient: 'al@c.example' })
  await until(
    'first attempt',
    async () => (await api(200, 'GET', `${E}/webhook-deliveries`, mia)).deliveries[0].lastStatus === 500,
  )
  status = 204
  await advance('PT15S')
  deliveries = await settled()
  assert.equal(deliveries[0].attempts, 2)
  // Bounces.
  const bounce = await event('message-bounced', { messageId: id, recipient: 'jo@c.example', bounce: 'hard' })
  assert.equal(bounce.suppressionIds.length, 1)
  const shown = await api(200, 'GET', `${E}/messages/${id}`, viewer)
  assert.equal(shown.message.state, 'bounced')
  assert.deepEqual(
    shown.events.map((e) => e.kind),
    ['sent', 'sent', 'delivered', 'bounced'],
  )
  const failed = await send(['jo@c.example'])
  assert.equal((await api(200, 'GET', `${E}/messages/${failed.id}`, mia)).message.state, 'failed')
  await event('message-sent', { from: 'a@mail.lumen.example', to: ['jo@c.example'] }, 409)
  await api(204, 'DELETE', `${E}/suppressions/${bounce.suppressionIds[0]}`, mia)
  await send(['jo@c.example'])
  assert.equal((await api(201, 'POST', `${E}/suppressions`, mia, { address: 'no@c.example' })).reason, 'manual')
  await api(400, 'POST', `${E}/suppressions`, mia, { address: 'no' })
  // Routes and receiving.
  await api(409, 'POST', `${E}/routes`, mia, { domainId: domain.id, pattern: 'support', endpointId: webhook.id })
  const armed = await api(200, 'POST', `${E}/domains/${domain.id}/receive`, mia)
  assert.equal(armed.receiveState, 'pending')
  assert.ok(armed.dnsRecords.some((record) => record.capability === 'receive' && record.type === 'MX'))
  const route = await api(201, 'POST', `${E}/routes`, mia, {
    domainId: domain.id,
    pattern: 'sup*',
    endpointId: webhook.id,
  })
  await api(409, 'POST', `${E}/routes`, mia, { domainId: domain.id, pattern: 'sup*', endpointId: webhook.id })
  await api(409, 'DELETE', `${E}/webhooks/${webhook.id}`, mia)
  await event('message-received', { from: 'jo@c.example', to: ['support@mail.lumen.example'] }, 409)
  await event('dns-record-published', { domain: domain.id, capability: 'receive' })
  await api(202, 'POST', `${E}/domains/${domain.id}/check`, mia)
  await advance('PT10S')
  const inbound = await event('message-received', {
    from: 'jo@c.example',
    to: ['support@mail.lumen.example'],
    subject: 'Help',
  })
  assert.deepEqual(inbound.routeIds, [route.id])
  assert.deepEqual(
    (await event('message-received', { from: 'jo@c.example', to: ['else@mail.lumen.example'] })).routeIds,
    [],
  )
  const raw = await call('GET', `/api/v1/email/messages/${inbound.messageId}/content`, { as: mia })
  assert.equal(raw.headers.get('content-type'), 'message/rfc822')
  assert.match(raw.body, /Subject: Help/)
  await settled()
  // Disabled endpoints receive nothing.
  await api(200, 'PATCH', `${E}/webhooks/${webhook.id}`, mia, { disabled: true })
  const count = got.length
  await send(['zed@c.example'])
  await sleep(100)
  assert.equal(got.length, count)
  await api(409, 'POST', `${E}/webhook-deliveries/${deliveries[0].id}/redeliver`, mia)
  // Pages, filters, windows.
  await event('quota-changes', { quota: 'daily-email', value: 100 })
  for (let i = 0; i < 60; i++) await event('message-sent', { from: 'a@mail.lumen.example', to: ['page@c.example'] })
  const page = await api(200, 'GET', `${E}/messages?to=page@c.example`, mia)
  const rest = await api(200, 'GET', `${E}/messages?to=page@c.example&cursor=${page.cursor}`, mia)
  assert.equal(page.messages.length + rest.messages.length, 60)
  assert.equal(rest.cursor, undefined)
  await api(400, 'GET', `${E}/messages?cursor=junk`, mia)
  await api(400, 'GET', `${E}/messages?direction=up`, mia)
  const settings = await api(200, 'GET', `${E}/settings`, viewer)
  await event('quota-changes', { quota: 'daily-email', value: settings.acceptedToday })
  await send(['jo@c.example'], undefined, 429)
  await event('quota-changes', { quota: 'daily-email', value: 10_000 })
  // Posture.
  let paused = false
  for (const message of page.messages.slice(0, 20))
    paused = (await event('message-bounced', { messageId: message.id, bounce: 'hard' })).paused || paused
  assert.ok(paused && (await api(200, 'GET', `${E}/settings`, mia)).pauseReason)
  await send(['ok@c.example'], undefined, 409)
  await event('sending-unpaused', {})
  await send(['ok@c.example'])
  await event('sending-unpaused', {}, 409)
  await api(204, 'DELETE', `${E}/keys/${sendKey.id}`, mia)
  await send(['ok@c.example'], undefined, 401)
  await api(404, 'DELETE', `${E}/keys/${sendKey.id}`, mia)
  await advance('P31D')
  assert.equal((await call('GET', `/api/v1/email/messages/${id}/content`, { as: mia })).status, 404)
  await api(200, 'GET', `${E}/messages/${id}`, mia)
  await advance('P60D')
  await api(404, 'GET', `${E}/messages/${id}`, mia)
  assert.deepEqual((await api(200, 'GET', `${E}/messages`, mia)).messages, [])
  // Scoped subjects.
  const other = await api(201, 'POST', `${E}/domains`, mia, { name: 'other.example' })
  await event('role-changes', {
    userId: 'usr_max',
    role: 'member',
    grants: [{ role: 'email.admin', resourceIds: [other.id] }],
  })
  assert.deepEqual(
    (await api(200, 'GET', `${E}/domains`, max)).domains.map((d) => d.id),
    [other.id],
  )
  assert.deepEqual((await api(200, 'GET', `${E}/routes`, max)).routes, [])
  await api(403, 'GET', `${E}/domains/${domain.id}`, max)
  await api(403, 'POST', `${E}/keys`, max, { name: 'wide' })
  await api(201, 'POST', `${E}/keys`, max, { name: 'narrow', domainIds: [other.id] })
  // Gates.
  await event('backend-behaves', { backend: 'email', reachable: false })
  await api(502, 'GET', `${E}/domains`, mia)
  await event('entitlement-changes', { area: 'email', enabled: false })
  await api(403, 'GET', `${E}/domains`, mia)
  await api(401, 'GET', `${E}/domains`)
  receiver.close()
  receiver.closeAllConnections()
}

areas.oncall = async () => {
  const O = '/oncall'
  const pages = async (incidentId) =>
    (await call('GET', `/_understudy/pages?incidentId=${incidentId}`)).body.pages.map((p) =>
      [p.userId.slice(4), p.channel, p.step, p.round, p.outcome].join(' '),
    )
  await call('PUT', '/_understudy/clock', { body: { mode: 'frozen', now: '2026-03-27T12:00:00Z' } })
  // Provider and paging settings.
  assert.equal((await api(200, 'GET', `${O}/provider-credential`, mia)).configured, false)
  const credential = { accountSid: 'AC1', authToken: 'hush', fromNumber: '+4915112345678' }
  await api(403, 'PUT', `${O}/provider-credential`, mia, credential)
  assert.deepEqual(await api(200, 'GET', `${O}/paging-settings`, mia), {
    email: 'mia@lumen.example',
    phone: '',
    rules: [{ channel: 'email', delaySeconds: 0 }],
  })
  await api(409, 'PUT', `${O}/paging-settings`, mia, {
    phone: '+4915100000000',
    rules: [{ channel: 'sms', delaySeconds: 60 }],
  })
  await event('provider-behaves', { behaviour: 'rejects', only: 'verification' })
  await api(422, 'PUT', `${O}/provider-credential`, owner, credential)
  await event('provider-behaves', { behaviour: 'unreachable' })
  await api(502, 'PUT', `${O}/provider-credential`, owner, credential)
  await event('provider-behaves', { behaviour: 'accepts' })
  assert.ok(!JSON.stringify(await api(200, 'PUT', `${O}/provider-credential`, owner, credential)).includes('hush'))
  await api(400, 'PUT', `${O}/paging-settings`, mia, { rules: [{ channel: 'sms', delaySeconds: 60 }] })
  await api(400, 'PUT', `${O}/paging-settings`, mia, { phone: '0151', rules: [{ channel: 'sms', delaySeconds: 60 }] })
  await api(200, 'PUT', `${O}/paging-settings`, mia, {
    phone: '+4915100000000',
    rules: [
      { channel: 'email', delaySeconds: 0 },
      { channel: 'sms', delaySeconds: 60 },
    ],
  })
  assert.equal((await api(200, 'GET', `${O}/paging-settings`, max)).phone, '')
  // Schedules, across the change to summer time on 29 March 2026 in Berlin.
  const people = [
    { userId: 'usr_mia', label: 'Mia' },
    { userId: 'usr_max', label: 'Max' },
  ]
  const schedule = await api(201, 'POST', `${O}/schedules`, mia, {
    name: 'Primary',
    timezone: 'Europe/Berlin',
    participants: people,
    handoff: { interval: 'daily', time: '09:00' },
  })
  assert.deepEqual(schedule.onCallNow, {
    userId: 'usr_mia',
    label: 'Mia',
    until: '2026-03-28T08:00:00.000Z',
    override: false,
  })
  await api(400, 'POST', `${O}/schedules`, mia, {
    name: 'x',
    timezone: 'Mars/Base',
    participants: people,
    handoff: { interval: 'daily', time: '09:00' },
  })
  await api(400, 'POST', `${O}/schedules`, mia, {
    name: 'x',
    timezone: 'UTC',
    participants: [{ userId: 'usr_henry', label: 'H' }],
    handoff: { interval: 'daily', time: '09:00' },
  })
  const now = async () => (await api(200, 'GET', `${O}/schedules`, mia)).schedules[0].onCallNow
  await call('PUT', '/_understudy/clock', { body: { mode: 'frozen', now: '2026-03-29T06:59:00Z' } })
  assert.deepEqual([(await now()).userId, (await now()).until], ['usr_max', '2026-03-29T07:00:00.000Z'])
  await advance('PT1M')
  assert.deepEqual([(await now()).userId, (await now()).until], ['usr_mia', '2026-03-30T07:00:00.000Z'])
  await api(200, 'PATCH', `${O}/schedules/${schedule.id}`, mia, { participants: [...people].reverse() })
  assert.equal((await now()).userId, 'usr_max')
  await api(200, 'PATCH', `${O}/schedules/${schedule.id}`, mia, { participants: people })
  const override = await api(201, 'POST', `${O}/schedules/${schedule.id}/overrides`, mia, {
    userId: 'usr_adam',
    label: 'Adam',
    startsAt: '2026-03-29T08:00:00Z',
    endsAt: '2026-03-29T10:00:00Z',
  })
  assert.equal((await now()).until, '2026-03-29T08:00:00.000Z')
  await advance('PT1H')
  assert.deepEqual(await now(), {
    userId: 'usr_adam',
    label: 'Adam',
    until: '2026-03-29T10:00:00.000Z',
    override: true,
  })
  await api(400, 'POST', `${O}/schedules/${schedule.id}/overrides`, mia, {
    userId: 'usr_adam',
    label: 'Adam',
    startsAt: '2026-03-29T08:00:00Z',
    endsAt: '2026-03-29T08:00:00Z',
  })
  // Policies and the walk.
  const steps = [
    { target: { kind: 'schedule', id: schedule.id, label: 'Primary' }, waitSeconds: 300 },
    { target: { kind: 'user', id: 'usr_mia', label: 'Mia' }, waitSeconds: 600 },
  ]
  const policy = await api(201, 'POST', `${O}/escalation-policies`, mia, { name: 'Default', repeat: 1, steps })
  await api(409, 'DELETE', `${O}/schedules/${schedule.id}`, mia)
  await api(400, 'PUT', `${O}/services/osv_storefront/escalation-policy`, mia, {})
  assert.equal(
    (await api(200, 'PUT', `${O}/services/osv_storefront/escalation-policy`, mia, { escalationPolicyId: policy.id }))
      .escalationPolicyId,
    policy.id,
  )
  await api(404, 'PUT', `${O}/services/osv_gateway/escalation-policy`, mia, { escalationPolicyId: null })
  assert.equal((await api(200, 'GET', `${O}/escalation-policies`, mia)).policies[0].services, 1)
  await api(409, 'DELETE', `${O}/escalation-policies/${policy.id}`, mia)
  const incident = await api(201, 'POST', `${O}/incidents`, max, { serviceId: 'osv_storefront', title: 'Down' })
  assert.deepEqual(await pages(incident.id), ['adam email 0 0 sent'])
  await advance('PT5M')
  assert.deepEqual((await pages(incident.id)).slice(1), ['mia email 1 0 sent'])
  await advance('PT1M')
  assert.deepEqual((await pages(incident.id)).slice(2), ['mia sms 1 0 sent'])
  await api(204, 'DELETE', `${O}/provider-credential`, owner)
  await api(204, 'DELETE', `${O}/schedules/${schedule.id}/overrides/${override.id}`, mia)
  await advance('PT1H')
  assert.deepEqual((await pages(incident.id)).slice(3), [
    'mia email 0 1 sent',
    'mia sms 0 1 failed',
    'mia email 1 1 sent',
    'mia sms 1 1 failed',
  ])
  const second = await api(201, 'POST', `${O}/incidents`, max, { serviceId: 'osv_storefront', title: 'Again' })
  const acknowledged = await api(200, 'POST', `${O}/incidents/${second.id}/acknowledge`, max)
  assert.ok(acknowledged.status === 'acknowledged' && acknowledged.acknowledgedAt)
  await advance('PT2H')
  assert.equal((await pages(second.id)).length, 1)
  // Alerts.
  const source = await api(201, 'POST', `${O}/alert-sources`, mia, { name: 'am', serviceId: 'osv_storefront' })
  const hook = (alerts, token = source.token) =>
    call('POST', `/api/v1/oncall/alert-sources/${source.id}/webhook`, {
      headers: { authorization: `Bearer ${token}` },
      body: { version: '4', status: 'firing', alerts },
    })
  assert.equal((await hook([{ status: 'firing', labels: { alertname: 'Slow' }, fingerprint: 'f1' }])).status, 202)
  assert.equal((await api(200, 'GET', `${O}/incidents/${second.id}`, mia)).firingAlerts, 1)
  assert.equal((await hook([], 'wrong')).status, 401)
  assert.equal((await event('alert-fires', { sourceId: source.id, alert: 'f1' })).firingAlerts, 1)
  const resolvedBy = await event('alert-resolves', { serviceId: 'osv_storefront', alert: 'f1' })
  assert.deepEqual([resolvedBy.incidentId, resolvedBy.resolved, resolvedBy.firingAlerts], [second.id, true, 0])
  await api(409, 'POST', `${O}/incidents/${second.id}/acknowledge`, mia)
  await api(200, 'POST', `${O}/incidents/${incident.id}/resolve`, mia)
  assert.deepEqual((await api(200, 'GET', `${O}/incidents`, mia)).incidents, [])
  assert.equal((await api(200, 'GET', `${O}/incidents?status=resolved`, mia)).incidents.length, 2)
  await api(400, 'GET', `${O}/incidents?status=junk`, mia)
  const fresh = await event('alert-fires', { serviceId: 'osv_storefront', alert: 'f1' })
  assert.ok(fresh.opened && fresh.incidentId !== second.id)
  assert.ok((await api(200, 'GET', `${O}/alert-sources`, mia)).sources[0].lastEventAt)
  await api(204, 'DELETE', `${O}/alert-sources/${source.id}`, mia)
  assert.equal((await hook([])).status, 401)
  // Public updates.
  const statusPage = async () => (await api(200, 'GET', `${O}/status-pages/osv_storefront`)).incidents
  assert.deepEqual(await statusPage(), [])
  const update = await api(201, 'POST', `${O}/incidents/${incident.id}/updates`, mia, { body: 'All well again.' })
  assert.equal(update.byLabel, 'Mia Torres')
  assert.deepEqual((await statusPage())[0].updates, [update])
  assert.equal((await event('status-page-viewed', { serviceIds: ['osv_storefront'] })).incidents.length, 1)
  await api(204, 'DELETE', `${O}/incidents/${incident.id}/updates/${update.id}`, mia)
  assert.deepEqual(await statusPage(), [])
  await api(403, 'POST', `${O}/incidents`, viewer, { serviceId: 'osv_storefront', title: 'x' })
  await api(404, 'GET', `${O}/incidents/${incident.id}`, henry)
  await api(200, 'PUT', `${O}/services/osv_storefront/escalation-policy`, mia, { escalationPolicyId: null })
  await api(200, 'PATCH', `${O}/escalation-policies/${policy.id}`, mia, { repeat: 0 })
  await api(204, 'DELETE', `${O}/escalation-policies/${policy.id}`, mia)
  await api(204, 'DELETE', `${O}/schedules/${schedule.id}`, mia)
}

areas.clusters = async () => {
  const C = '/clusters'
  const cluster = await api(201, 'POST', C, mia, {
    name: 'prod',
    tier: 'medium',
    orchestratorVersion: '1.31.10',
    managedLoadBalancers: { enabled: true },
  })
  assert.equal(cluster.phase, 'provisioning')
  await api(409, 'POST', C, mia, { name: 'prod', tier: 'small' })
  await api(400, 'POST', C, mia, { name: 'x1', tier: 'huge' })
  await api(400, 'POST', C, mia, { name: 'x1', tier: 'small', orchestratorVersion: '9.9.9' })
  await api(404, 'GET', `${C}/prod`, henry)
  await api(409, 'PATCH', `${C}/prod`, mia, { replicas: 3 })
  await advance('PT1M')
  assert.ok((await api(200, 'GET', `${C}/prod`, viewer)).endpoint)
  assert.ok(
    (await call('GET', '/api/v1/cluster-versions', { as: mia })).body.versions.some((version) => version.default),
  )
  await api(400, 'PATCH', `${C}/prod`, mia, { orchestratorVersion: '1.30.14' })
  await api(400, 'PATCH', `${C}/prod`, mia, { orchestratorVersion: '1.33.2' })
  assert.equal((await api(200, 'PATCH', `${C}/prod`, mia, { orchestratorVersion: '1.32.6' })).phase, 'updating')
  await api(409, 'PATCH', `${C}/prod`, mia, { replicas: 3 })
  await advance('PT1M')
  // Nodes and tokens.
  const join = await api(201, 'POST', `${C}/prod/join-tokens`, mia)
  assert.equal(
    (await event('node-joins', { cluster: 'prod', node: 'w1', token: join.joinToken, agentVersion: '1.30.14' })).with,
    'join-token',
  )
  await event('node-joins', { cluster: 'prod', node: 'w2', token: join.joinToken }, 409)
  const registration = await api(201, 'POST', `${C}/prod/registration-tokens`, mia, { name: 'asg', expiresIn: 3600 })
  for (const node of ['w2', 'w3'])
    await api(201, 'POST', `${C}/prod/join`, undefined, { token: registration.token, node })
  assert.ok((await api(200, 'GET', `${C}/prod/registration-tokens`, mia)).tokens[0].lastUsed)
  await api(204, 'PATCH', `${C}/prod/registration-tokens/${registration.id}`, mia, { disabled: true })
  await api(401, 'POST', `${C}/prod/join`, undefined, { token: registration.token, node: 'w4' })
  await api(204, 'DELETE', `${C}/prod/registration-tokens/${registration.id}`, mia)
  await advance('PT1M')
  assert.deepEqual(
    (await api(200, 'GET', `${C}/prod/nodes`, mia)).nodes.map((node) => node.ready),
    [true, true, true],
  )
  assert.match((await api(409, 'PATCH', `${C}/prod`, mia, { orchestratorVersion: '1.33.2' })).error, /w1/)
  await event('agent-upgraded', { cluster: 'prod', node: 'w1', agentVersion: '1.32.6' })
  await api(200, 'PATCH', `${C}/prod`, mia, { orchestratorVersion: '1.33.2' })
  await advance('PT1M')
  await api(204, 'DELETE', `${C}/prod/nodes/w3`, mia)
  await api(404, 'DELETE', `${C}/prod/nodes/w3`, mia)
  await event('node-lost', { cluster: 'prod', node: 'w2', how: 'vanished' })
  assert.equal((await api(200, 'GET', `${C}/prod/nodes`, mia)).nodes.length, 1)
  // Headroom and concurrency.
  await event('headroom-changes', { cluster: 'prod', component: 'scheduler', usedPercent: 70 })
  assert.match((await api(409, 'PATCH', `${C}/prod`, mia, { tier: 'small' })).error, /scheduler/)
  await event('headroom-changes', { cluster: 'prod', component: 'scheduler', usedPercent: 10 })
  await event('cluster-changes-concurrently', { cluster: 'prod', lasts: 'one-request' })
  await api(409, 'PATCH', `${C}/prod`, mia, { tier: 'small' })
  assert.equal((await api(200, 'PATCH', `${C}/prod`, mia, { tier: 'small' })).tier, 'small')
  await advance('PT1M')
  // Load balancers.
  await event('quota-changes', { quota: 'load-balancer-services', cluster: 'prod', value: 1 })
  await event('service-exposed', { cluster: 'prod', service: 'a/b' })
  await event('service-exposed', { cluster: 'prod', service: 'a/c' }, 409)
  assert.equal((await api(200, 'GET', `${C}/prod`, mia)).managedLoadBalancers.loadBalancers.length, 1)
  await event('service-withdrawn', { cluster: 'prod', service: 'a/b' })
  // Client configuration and usage.
  await api(403, 'GET', `${C}/prod/kubeconfig`, mia)
  const { kubeconfig, expiresIn } = await api(200, 'GET', `${C}/prod/kubeconfig`, owner)
  assert.equal((await event('credential-used', { kind: 'kubeconfig', secret: kubeconfig })).accepted, true)
  await advance(`PT${expiresIn}S`)
  assert.equal((await event('credential-used', { kind: 'kubeconfig', secret: kubeconfig })).accepted, false)
  assert.equal((await api(200, 'GET', `${C}/prod/usage`, mia)).cluster, 'prod')
  await event('quota-changes', { quota: 'clusters', value: 1 })
  await api(403, 'POST', C, mia, { name: 'more', tier: 'small' })
  await api(202, 'DELETE', `${C}/prod`, mia)
  await advance('PT1M')
  await api(404, 'GET', `${C}/prod`, mia)
}

areas.uptime = async () => {
  const U = '/uptime'
  assert.equal((await api(200, 'GET', `${U}/ping`, mia)).org, 'lumen')
  const catalog = await api(200, 'GET', `${U}/catalog`, mia)
  const away = catalog.vantages.find((vantage) => !vantage.available).id
  const service = await api(201, 'POST', `${U}/services`, mia, { name: 'Shop' })
  await api(409, 'POST', `${U}/services`, mia, { name: 'Shop' })
  await api(201, 'POST', `${U}/services`, henry, { name: 'Shop' })
  const other = await api(201, 'POST', `${U}/services`, mia, { name: 'Other' })
  await api(409, 'PATCH', `${U}/services/${other.id}`, mia, { name: 'Shop' })
  await api(200, 'PATCH', `${U}/services/${other.id}`, mia, { name: 'Other' })
  await api(204, 'DELETE', `${U}/services/${other.id}`, mia)
  const body = {
    name: 'Home',
    serviceId: service.id,
    kind: 'http',
    intervalSeconds: 60,
    vantages: ['fra', 'lon', 'nyc'],
    downCondition: { confirmations: 2, quorum: 2 },
    http: { url: 'https://shop.lumen.example/' },
  }
  for (const wrong of [
    { vantages: [away] },
    { intervalSeconds: 7 },
    { http: undefined },
    { tcp: { host: 'a.example', port: 1 } },
    { http: { url: 'http://127.0.0.1/' } },
    { kind: 'icmp' },
    { downCondition: { confirmations: 1, quorum: 4 } },
    { vantages: [] },
  ])
    await api(400, 'POST', `${U}/monitors`, mia, { ...body, ...wrong })
  await api(404, 'POST', `${U}/monitors`, mia, { ...body, serviceId: 'usv_none' })
  const monitor = await api(201, 'POST', `${U}/monitors`, mia, body)
  const M = `${U}/monitors/${monitor.id}`
  assert.equal(monitor.state, 'pending')
  assert.equal((await api(200, 'GET', `${U}/services`, mia)).services[0].monitors, 1)
  await api(409, 'DELETE', `${U}/services/${service.id}`, mia)
  await api(400, 'PATCH', M, mia, { kind: 'tcp' })
  await api(404, 'GET', M, henry)
  await advance('PT10M')
  assert.equal((await event('probe-result', { monitorId: monitor.id, outcome: 'ok', latencyMs: 80 })).state, 'up')
  await advance('PT10M')
  assert.equal(
    (
      await event('probe-result', {
        monitorId: monitor.id,
        vantage: 'fra',
        outcome: 'fail',
        times: 3,
        responseSnippet: 'x'.repeat(9999),
      })
    ).state,
    'up',
  )
  assert.equal((await event('probe-result', { monitorId: monitor.id, vantage: 'lon', outcome: 'error' })).state, 'up')
  assert.equal((await event('probe-result', { monitorId: monitor.id, vantage: 'lon', outcome: 'error' })).state, 'down')
  assert.equal((await event('probe-result', { monitorId: monitor.id, vantage: 'lon', outcome: 'ok' })).state, 'up')
  const { transitions } = await api(200, 'GET', `${M}/transitions`, mia)
  assert.deepEqual(
    transitions.map((t) => `${t.from}-${t.to}`),
    ['down-up', 'up-down', 'pending-up'],
  )
  assert.deepEqual(transitions[1].failingVantages, ['fra', 'lon'])
  const { failures } = await api(200, 'GET', `${M}/failures`, mia)
  assert.equal(failures.length, 5)
  assert.ok(failures.every((f) => f.responseSnippet.length <= 512))
  const metrics = await api(200, 'GET', `${M}/metrics`, mia)
  assert.equal(metrics.window, '24h')
  assert.deepEqual(metrics.uptimePct, { fra: 25, lon: 50, nyc: 100 })
  await api(400, 'GET', `${M}/metrics?window=2h`, mia)
  await event('metrics-availability', { monitorId: monitor.id, available: false })
  await api(503, 'GET', `${M}/metrics`, mia)
  await api(200, 'GET', M, mia)
  await event('metrics-availability', { available: true })
  await advance('PT2H')
  assert.ok((await api(200, 'GET', `${M}/metrics?window=1h`, mia)).series.every((s) => s.points.length === 0))
  await api(200, 'PATCH', M, mia, { enabled: false, name: 'Off' })
  await event('probe-result', { monitorId: monitor.id, outcome: 'ok' }, 409)
  for (let i = 0; i < 30; i++) {
    await api(200, 'PATCH', M, mia, { enabled: true })
    await event('probe-result', { monitorId: monitor.id, outcome: 'fail', times: 2 })
    await event('probe-result', { monitorId: monitor.id, outcome: 'ok' })
  }
  assert.equal((await api(200, 'GET', `${M}/transitions`, mia)).transitions.length, 50)
  // Export.
  const exported = await api(201, 'POST', `${U}/export-tokens`, mia, { name: 'prom' })
  const scrape = () => call('GET', '/api/v1/uptime/metrics', { headers: { authorization: `Bearer ${exported.token}` } })
  assert.match((await scrape()).body, new RegExp(`uptime_probe_success{monitor_id="${monitor.id}"`))
  assert.ok((await api(200, 'GET', `${U}/export-tokens`, mia)).tokens[0].lastUsedAt)
  await api(204, 'DELETE', `${U}/export-tokens/${exported.id}`, mia)
  assert.equal((await scrape()).status, 401)
  await event('quota-changes', { quota: 'monitors', value: 1 })
  await api(403, 'POST', `${U}/monitors`, mia, body)
  await api(204, 'DELETE', M, mia)
  await api(404, 'GET', M, mia)
  await api(201, 'POST', `${U}/monitors`, mia, {
    ...body,
    serviceId: undefined,
    kind: 'tcp',
    http: undefined,
    tcp: { host: 'db.lumen.example', port: 5432 },
  })
  await api(204, 'DELETE', `${U}/services/${service.id}`, mia)
  await event('backend-behaves', { backend: 'uptime', reachable: false })
  await api(403, 'POST', `${U}/monitors`, mia, body) // the quota is checked before the relay
  await api(502, 'GET', `${U}/monitors`, mia)
  await event('entitlement-changes', { area: 'uptime', enabled: false })
  await api(403, 'GET', `${U}/ping`, mia)
}

let failed = 0
for (const [name, run] of Object.entries(areas)) {
  await reset()
  try {
    await run()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed++
    console.log(`FAILED  ${name}\n${error.stack}`)
  }
}
child.kill()
await once(child, 'exit')
process.exitCode = failed ? 1 : 0
