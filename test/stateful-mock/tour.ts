import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** What a step of the tour asks for. */
export interface Step {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A credential; the owner's unless another is given, null for none. */
  readonly as?: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the contract shows them
export type Body = any

/** Whoever goes on the tour. Each call answers the body. */
export interface Guide {
  ok(operation: string, step?: Step): Promise<Body>
  happens(event: string, body: object): Promise<Body>
  /** As ISO 8601 duration. */
  advance(by: string): Promise<unknown>
  setGap(gap: string, value: unknown): Promise<unknown>
}

const ISSUER = 'https://ci.tour.example'
const PNG = `sha256:${'4e8a1f6c3b9d7052'.repeat(4)}`

/** Reaches every operation and every side door with what it needs, in an organization that may hold anything already. */
export async function tour(guide: Guide): Promise<void> {
  await tourTokens(guide)
  await tourOrganization(guide)
  await tourRegistry(guide)
  await tourEmail(guide)
  await tourOncall(guide)
  await tourClusters(guide)
  await tourUptime(guide)
}

async function tourTokens({ ok, happens }: Guide): Promise<void> {
  await ok('getTokenScopeOptions')
  const { key } = await ok('createToken', { body: { name: 'tour', expiresIn: 86_400 } })
  const narrow = { name: 'tour-narrow', scope: [{ role: 'registry.reader', resourceIds: [] }] }
  await ok('createToken', { body: narrow })
  await happens('credential-used', { kind: 'personal-token', secret: key })
  await ok('listTokens', { as: key })
  await ok('getIamCatalog')
  await ok('listPermissions')
}

async function tourOrganization({ ok }: Guide): Promise<void> {
  await ok('updateContacts', { body: { technicalEmail: 'platform@tour.example' } })
  await ok('getContacts')
}

async function tourRegistry({ ok, happens, setGap }: Guide): Promise<void> {
  await ok('listUpstreams')
  await happens('payment-method-changes', { organization: 'acme', active: true })
  const slug = 'tour-images'
  const path = { slug }
  await ok('createRegistry', { body: { slug, displayName: 'Tour images', region: 'eu-central' } })
  await happens('image-pushed', {
    registry: slug,
    repository: 'web/shop',
    tags: ['v1', 'v2'],
    layers: [{ digest: PNG, sizeBytes: 1000 }, { sizeBytes: 20 }],
  })
  await happens('image-pushed', { registry: slug, repository: 'web/shop', tags: ['v1'] })
  await happens('image-pushed', { registry: slug, repository: 'web/admin', tags: ['latest'] })
  await ok('listRegistries')
  await ok('getRegistry', { path })
  await ok('listRepositories', { path })
  await ok('listTags', { path, query: { repo: 'web/shop' } })
  const { manifests } = await ok('listManifests', { path, query: { repo: 'web/shop' } })
  await ok('deleteTag', { path, query: { repo: 'web/shop', tag: 'v2' } })
  const untagged = (await ok('listManifests', { path, query: { repo: 'web/shop' } })).manifests.find(
    ({ tags }: Body) => tags.length === 0,
  )
  const { digest } = untagged ?? manifests[0]
  await ok('deleteManifest', { path, query: { repo: 'web/shop', digest } })
  await ok('deleteRepository', { path, query: { repo: 'web/admin' } })

  const key = await ok('createRegistryKey', { path, body: { name: 'ci', mode: 'readwrite', repoPrefixes: ['web/'] } })
  const entry = { username: key.keyId, password: key.secret, registry: slug, repository: 'web/shop' }
  await ok('authorizeDataPlane', { body: { ...entry, action: 'push' }, as: null })
  await ok('authorizeDataPlane', { body: { ...entry, repository: 'api', action: 'pull' }, as: null })
  await happens('credential-used', { kind: 'registry-key', id: key.keyId, registry: slug, repository: 'web/shop' })
  await ok('listRegistryKeys', { path })
  await ok('revokeRegistryKey', { path: { slug, keyId: key.keyId } })
  await ok('listRegistryKeys', { path })

  const login = await ok('createLoginCredential', { body: { registry: slug, pullOnly: true } })
  await ok('revokeLoginCredential', { path: { keyId: login.username } })

  const rule = { issuer: ISSUER, audience: 'registry.tour.example', subjectPattern: 'repo:tour/*', mode: 'pull' }
  const { id } = await ok('createOidcRule', { path, body: { name: 'release', ...rule } })
  const { token, jwks } = idToken({ iss: ISSUER, aud: 'registry.tour.example', sub: 'repo:tour/shop' })
  await setGap('registry.issuer-keys', { [ISSUER]: jwks })
  await ok('exchangeOidcToken', { body: { registry: slug, token }, as: null })
  await ok('listOidcRules', { path })
  await ok('deleteOidcRule', { path: { slug, id } })

  const { upstreams } = await ok('listUpstreams')
  const host = upstreams[0].host
  const upstream = { slug, host }
  await ok('setUpstreamCredential', { path: upstream, body: { username: 'builds', password: 'pw_4f0a9c27e51b48d6' } })
  await ok('listUpstreamCredentials', { path })
  await ok('deleteUpstreamCredential', { path: upstream })
  await ok('deleteRepository', { path, query: { repo: 'web/shop' } })
  await ok('deleteRegistry', { path })
}

/** Always the same key and, EdDSA being deterministic, always the same signature. */
export function idToken(claims: object, key = KEY) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', kid: 'tour' })}.${part(claims)}`
  const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  return { token, jwks: { keys: [{ ...JWK, kid: 'tour' }] } }
}

const JWK = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
const KEY = createPrivateKey({
  key: { ...JWK, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
  format: 'jwk',
})
export const ANOTHER_KEY = generateKeyPairSync('ed25519').privateKey

async function tourEmail({ ok, happens, advance }: Guide): Promise<void> {
  const name = 'mail.tour.example'
  const domain = await ok('createDomain', { body: { name } })
  const path = { id: domain.id }
  await ok('armDomainReceiving', { path })
  await ok('getDomainDns', { path })
  await happens('dns-record-published', { domain: domain.id })
  await ok('checkDomain', { path })
  await advance('PT1M')
  await ok('getDomain', { path })
  await ok('listDomains')

  const eventTypes = ['message.bounced', 'message.received']
  const { webhook: hook } = await ok('createWebhook', { body: { url: 'https://hooks.tour.example/email', eventTypes } })
  const at = { id: hook.id }
  await happens('webhook-endpoint-answers', {
    endpointId: hook.id,
    answers: [{ status: 500 }],
    afterwards: 'repeat-last',
  })
  await ok('listWebhooks')
  const route = await ok('createRoute', { body: { domainId: domain.id, pattern: 'support', endpointId: hook.id } })
  await ok('listRoutes')

  const key = await ok('createSendKey', { body: { name: 'tour', domainIds: [domain.id] } })
  await ok('listSendKeys')
  const mail = { from: `orders@${name}`, to: ['kim@customer.example'], subject: 'Grüße ☃', text: 'It is on its way.' }
  const sent = await ok('sendMessage', { body: mail, as: key.secret })
  await advance('PT10S')
  await happens('message-delivered', { messageId: sent.id, recipient: 'kim@customer.example' })
  const bounced = await ok('sendMessage', { body: { ...mail, to: ['lou@customer.example'] }, as: key.secret })
  await advance('PT10S')
  await happens('message-bounced', { messageId: bounced.id, recipient: 'lou@customer.example', bounce: 'hard' })
  await happens('message-received', { from: 'jo@customer.example', to: [`support@${name}`], subject: 'Where is it?' })
  await advance('PT30S')
  const { messages } = await ok('listMessages')
  await ok('listMessages', { query: { direction: 'receive' } })
  for (const { id } of messages.slice(0, 3)) await ok('getMessage', { path: { id } })
  await ok('getMessageContent', { path: { id: sent.id } })

  const { deliveries } = await ok('listDeliveries', { query: { endpointId: hook.id } })
  await ok('redeliverDelivery', { path: { id: deliveries[0].id } })
  await ok('rotateWebhookSecret', { path: at })
  await ok('updateWebhook', { path: at, body: { disabled: true } })

  await ok('getEmailSettings')
  const { id } = await ok('createSuppression', { body: { address: 'former@customer.example' } })
  await ok('listSuppressions')
  await ok('deleteSuppression', { path: { id } })
  await ok('deleteRoute', { path: { id: route.id } })
  await ok('deleteWebhook', { path: at })
  await ok('revokeSendKey', { path: { id: key.sendKey.id } })
  await ok('deleteDomain', { path })
}

async function tourOncall({ ok, happens, advance }: Guide): Promise<void> {
  const people = [
    { userId: 'usr_ada', label: 'Ada' },
    { userId: 'usr_bo', label: 'Bo' },
  ]
  const service = await ok('createOncallService', { body: { name: 'Tour' } })
  await ok('listOncallServices')
  await ok('setProviderCredential', {
    body: { accountSid: 'AC5f2e91', authToken: '7d1f0c5be2a94c1fb3f6a4d0e8c21597', fromNumber: '+15550100100' },
  })
  await ok('getProviderCredential')
  const rules = [
    { channel: 'email', delaySeconds: 0 },
    { channel: 'sms', delaySeconds: 120 },
  ]
  await ok('savePagingSettings', { body: { phone: '+15550100199', rules } })
  await ok('getPagingSettings')

  const handoff = { interval: 'weekly', dow: 1, time: '09:00' }
  const schedule = await ok('createSchedule', {
    body: { name: 'Tour', timezone: 'Europe/Paris', participants: people, handoff },
  })
  const path = { id: schedule.id }
  await ok('updateSchedule', { path, body: { participants: people.toReversed() } })
  const override = await ok('addOverride', {
    path,
    body: { ...people[0], startsAt: '2030-03-05T00:00:00Z', endsAt: '2030-03-06T08:00:00Z' },
  })
  await ok('listSchedules')
  const policy = await ok('createEscalationPolicy', {
    body: {
      name: 'Tour',
      repeat: 1,
      steps: [
        { target: { kind: 'schedule', id: schedule.id, label: 'Tour' }, waitSeconds: 300 },
        { target: { kind: 'user', ...{ id: 'usr_ada', label: 'Ada' } }, waitSeconds: 600 },
      ],
    },
  })
  await ok('updateEscalationPolicy', { path: { id: policy.id }, body: { repeat: 2 } })
  await ok('listEscalationPolicies')
  await ok('setServiceEscalationPolicy', { path: { id: service.id }, body: { escalationPolicyId: policy.id } })

  const incident = await ok('openIncident', { body: { serviceId: service.id, title: 'It smells' } })
  const on = { id: incident.id }
  await advance('PT6M')
  await ok('getIncident', { path: on })
  await ok('acknowledgeIncident', { path: on })
  const update = await ok('publishUpdate', { path: on, body: { body: 'We are looking into it.' } })
  await ok('publishUpdate', { path: on, body: { body: 'It is a fish.' } })
  await ok('getStatusPage', { path: { serviceId: service.id }, as: null })
  await ok('retractUpdate', { path: { ...on, uid: update.id } })
  await ok('resolveIncident', { path: on })
  await ok('getIncident', { path: on })

  const source = await ok('createAlertSource', { body: { name: 'prometheus', serviceId: service.id } })
  const alert = { status: 'firing', labels: { alertname: 'Down' }, fingerprint: 'f1', startsAt: '2026-03-05T06:41:30Z' }
  await ok('receiveAlerts', { path: { id: source.id }, body: { version: '4', alerts: [alert] }, as: source.token })
  await ok('listIncidents')
  await ok('listAlertSources')
  await ok('revokeAlertSource', { path: { id: source.id } })
  await happens('alert-fires', { serviceId: service.id, alert: 'HighLatency', title: 'It is slow' })
  await ok('listIncidents')

  await ok('setServiceEscalationPolicy', { path: { id: service.id }, body: { escalationPolicyId: null } })
  await ok('deleteEscalationPolicy', { path: { id: policy.id } })
  await ok('removeOverride', { path: { ...path, oid: override.id } })
  await ok('deleteSchedule', { path })
  await ok('clearProviderCredential')
}

async function tourClusters({ ok, happens, advance }: Guide): Promise<void> {
  const { versions } = await ok('listClusterVersions')
  const [first, second] = versions.map(({ version }: Body) => version)
  const name = 'tour'
  const path = { name }
  await ok('createCluster', {
    body: {
      name,
      tier: 'medium',
      orchestratorVersion: first,
      replicas: 3,
      datastore: { mode: 'dedicated', size: 'db-medium', storageGiB: 40, replicas: 2, backups: true },
      managedLoadBalancers: { enabled: true },
    },
  })
  await ok('getCluster', { path })
  await advance('PT20M')
  await ok('listClusters')
  const { joinToken: token } = await ok('createJoinToken', { path })
  await ok('joinNode', { path, body: { token, node: 'worker-1', agentVersion: first }, as: null })
  const registration = await ok('createRegistrationToken', { path, body: { name: 'group', expiresIn: 86_400 } })
  await ok('joinNode', { path, body: { token: registration.token, node: 'worker-2' }, as: null })
  await happens('service-exposed', { cluster: name, service: 'shop/checkout' })
  await advance('PT5M')
  await ok('listNodes', { path })
  await ok('getKubeconfig', { path })
  await ok('getClusterUsage', { path })
  await ok('listRegistrationTokens', { path })
  const at = { name, id: registration.id }
  await ok('updateRegistrationToken', { path: at, body: { disabled: true } })
  await ok('updateCluster', { path, body: { orchestratorVersion: second } })
  await ok('getCluster', { path })
  await advance('PT1H')
  await ok('getCluster', { path })
  await ok('deleteRegistrationToken', { path: at })
  await ok('deleteNode', { path: { name, node: 'worker-1' } })
  await happens('service-withdrawn', { cluster: name, service: 'shop/checkout' })
  await ok('deleteCluster', { path })
  await ok('listClusters')
}

async function tourUptime({ ok, happens, advance }: Guide): Promise<void> {
  await ok('pingUptime')
  await ok('getUptimeCatalog')
  const service = await ok('createUptimeService', { body: { name: 'Tour' } })
  await ok('renameUptimeService', { path: { id: service.id }, body: { name: 'The tour' } })
  const common = { serviceId: service.id, intervalSeconds: 60, vantages: ['fra', 'iad'] }
  const http = { url: 'https://tour.example/', method: 'GET', followRedirects: true, expectStatus: ['200'] }
  const monitor = await ok('createMonitor', { body: { ...common, name: 'Home', kind: 'http', http } })
  const tcp = { host: 'tour.example', port: 443 }
  const other = await ok('createMonitor', {
    body: { ...common, name: 'Port', kind: 'tcp', tcp, downCondition: { confirmations: 1, quorum: 1 } },
  })
  const path = { id: monitor.id }
  await ok('updateMonitor', { path, body: { intervalSeconds: 300 } })
  await happens('probe-result', { monitorId: other.id, outcome: 'fail', times: 2, errorKind: 'connect' })
  await happens('probe-result', { monitorId: other.id, outcome: 'ok' })
  await advance('PT10M')
  await ok('listUptimeServices')
  await ok('listMonitors')
  await ok('getMonitor', { path })
  for (const window of ['1h', '24h', '7d']) await ok('getMonitorMetrics', { path: { id: other.id }, query: { window } })
  await ok('listMonitorFailures', { path: { id: other.id } })
  await ok('listMonitorTransitions', { path: { id: other.id } })
  const token = await ok('createExportToken', { body: { name: 'tour' } })
  await ok('scrapeMetrics', { as: token.token })
  await ok('listExportTokens')
  await ok('revokeExportToken', { path: { id: token.id } })
  await ok('deleteMonitor', { path })
  await ok('deleteMonitor', { path: { id: other.id } })
  await ok('deleteUptimeService', { path: { id: service.id } })
}
