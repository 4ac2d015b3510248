import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Operation } from '../bindings.ts'
import type { Who } from '../choices.ts'
import driver from '../driver.mjs'
import { startCandidate } from '../server.ts'
import { type Client, errorOf, makeClient } from './sequence.ts'
import { type BodyOf, shaped } from './shapes.ts'

type More = Parameters<Client['call']>[2] & { readonly as?: Who | 'nobody' }

for (const variant of ['a', 'b'] as const) {
  describe(`the contract in variant ${variant}`, () => {
    let candidate: Awaited<ReturnType<typeof startCandidate>>
    let client: Client
    before(async () => {
      candidate = await startCandidate({ variant })
      client = makeClient(candidate.url, variant)
    })
    after(() => candidate.close())
    beforeEach(() => happens('resetWorld'))

    /** An outside event. */
    async function happens(event: string, body: object = {}) {
      const cause = driver(candidate)[event]
      assert.ok(cause, event)
      return cause(body)
    }
    /** Calls as the owner, expects the operation's success and shape, answers the body. */
    async function ok<Id extends Operation>(operation: Id, more: More = {}): Promise<BodyOf<Id>> {
      const answer = await client.call(more.as ?? 'owner', operation, more)
      assert.equal(answer.status, client.operations[operation]?.[2], `${operation} ${JSON.stringify(answer.body)}`)
      return shaped(operation, answer)
    }
    /** Calls as the owner, expects a refusal, answers its status. */
    async function no(operation: Operation, more: More = {}) {
      const answer = await client.call(more.as ?? 'owner', operation, more)
      assert.ok(answer.status >= 400 && answer.status < 600, `${operation} ${answer.status}`)
      assert.equal(typeof errorOf(answer), 'string')
      return answer.status
    }
    const slug = { slug: 'shop' }
    const repo = { params: slug, query: { repo: 'web' } }
    const registry = () => ok('createRegistry', { body: { slug: 'shop' } })
    const push = (more: object = {}) => happens('imagePushed', { registry: 'shop', repository: 'web', ...more })
    const domain = (name = 'mail.shop.example') => ok('createDomain', { body: { name } })
    const webhook = (url = 'https://hook.example/in') =>
      ok('createWebhook', { body: { url, eventTypes: Object.values(client.choice.eventTypes) } })
    const send = (more: object = {}) =>
      happens('messageSent', { from: 'a@mail.shop.example', to: ['x@there.example'], ...more })
    const later = (by = 'PT1M') => happens('advanceClock', { by })
    const cluster = async (more: object = {}) => {
      const made = await ok('createCluster', { body: { name: 'prod', tier: 'medium', ...more } })
      await later()
      return made
    }
    const prod = { params: { name: 'prod' } }

    test('every operation refuses a caller without a session', async () => {
      for (const [operation, [, path]] of Object.entries(client.operations)) {
        const params = { slug: 'x', keyId: 'x', id: '1', host: 'x', name: 'x', node: 'x' }
        const status = await no(operation as Operation, { as: 'nobody', params })
        assert.equal(status, path.includes('/registry') ? client.choice.noRegistrySession : 401, operation)
      }
    })

    test('iam: the catalog follows what lives, for owners and admins', async () => {
      await registry()
      const { id } = await domain()
      const { resources } = await ok('getIamCatalog', { as: 'admin' })
      assert.deepEqual(
        resources.map((resource: { id: string }) => resource.id),
        ['shop', id],
      )
      await ok('deleteDomain', { params: { id } })
      assert.equal((await ok('getIamCatalog')).resources.length, 1)
      assert.equal(await no('getIamCatalog', { as: 'member' }), 403)
      const { services } = await ok('listPermissions')
      assert.match(JSON.stringify(services), /"email\.key\.admin"/)
      assert.match(JSON.stringify(services), /"registry\.key\.admin"/)
    })

    test('contacts: what is named changes, what is invalid does not', async () => {
      const old = await ok('getContacts')
      const body = { technicalEmail: 'new@shop.example' }
      assert.deepEqual(await ok('updateContacts', { as: 'admin', body }), { ...old, ...body })
      assert.deepEqual(await ok('getContacts', { as: 'member' }), { ...old, ...body })
      assert.equal(await no('updateContacts', { body: { billingEmail: 'b@shop.example', securityEmail: 'no' } }), 400)
      assert.equal(await no('updateContacts', { as: 'member', body }), 403)
      await happens('billingEmailCollides', { email: 'twice@shop.example' })
      assert.equal(await no('updateContacts', { body: { billingEmail: 'twice@shop.example' } }), 409)
      assert.deepEqual(await ok('getContacts'), { ...old, ...body })
    })

    test('registries: slugs are global, usage follows images, only empty ones go', async () => {
      await registry()
      assert.equal(await no('createRegistry', { as: 'outsider', body: slug }), 409)
      await no('getRegistry', { as: 'outsider', params: slug })
      const { addedBytes } = await push({ tags: ['v1', 'v2'] })
      const detail = await ok('getRegistry', { params: slug })
      assert.equal(detail.usedBytes, addedBytes)
      assert.equal(detail.repositoryCount, 1)
      const [{ tagCount, sizeBytes }] = (await ok('listRepositories', { params: slug })).repositories
      assert.deepEqual([tagCount, sizeBytes], [2, addedBytes])
      await no('deleteRegistry', { params: slug })
      await ok('deleteRepository', repo)
      await ok('deleteRegistry', { params: slug })
      assert.equal(await no('getRegistry', { params: slug }), 404)
      await happens('paymentMethodChanges', { active: false })
      await no('createRegistry', { body: { slug: 'other' } })
    })

    test('images: tags go alone, purging the last takes the image, digests take their tags', async () => {
      await registry()
      const { digest } = await push({ tags: ['v1', 'v2'] })
      const query = { repo: 'web', tag: 'v1', purge: 'true' }
      assert.deepEqual(await ok('deleteTag', { params: slug, query }), { purged: false })
      await no('deleteTag', { as: 'member', params: slug, query: { ...query, tag: 'v2' } })
      assert.deepEqual(await ok('deleteTag', { params: slug, query: { repo: 'web', tag: 'v2' } }), { purged: false })
      const [untagged] = (await ok('listManifests', repo)).manifests
      assert.deepEqual([untagged.digest, untagged.tags], [digest, []])
      await push({ tags: ['v3'], digest })
      assert.deepEqual(await ok('deleteTag', { params: slug, query: { ...query, tag: 'v3' } }), { purged: true })
      assert.deepEqual((await ok('listManifests', repo)).manifests, [])
      const again = await push({ tags: ['v4', 'v5'] })
      await ok('deleteManifest', { params: slug, query: { repo: 'web', digest: again.digest } })
      assert.deepEqual((await ok('listTags', repo)).tags, [])
      assert.equal((await ok('getRegistry', { params: slug })).usedBytes, 0)
      for (const operation of ['listTags', 'listManifests', 'deleteTag', 'deleteManifest', 'deleteRepository'] as const)
        await no(operation, { params: slug })
    })

    test('registry access: login for an hour, keys in their limits, rules exchange', async () => {
      await registry()
      await ok('createRegistry', { body: { slug: 'lab' } })
      const login = await ok('createLoginCredential', { body: { registry: 'shop', pullOnly: true } })
      assert.deepEqual(login.scope, [{ registry: 'shop', mode: 'pull' }])
      const use = (more: object) =>
        happens('credentialUsed', { kind: 'login-credential', secret: login.password, ...more })
      assert.equal((await use({ registry: 'shop' })).accepted, true)
      assert.equal((await use({ registry: 'lab' })).accepted, false)
      await later('PT61M')
      assert.equal((await use({ registry: 'shop' })).accepted, false)
      assert.equal((await ok('createLoginCredential', { body: {} })).scope.length, 2)

      const body = { name: 'ci', mode: 'readwrite', repoPrefixes: ['web/'] }
      assert.equal(await no('createRegistryKey', { as: 'member', params: slug, body }), 403)
      const { keyId, secret } = await ok('createRegistryKey', { params: slug, body })
      const key = (more: object) => happens('credentialUsed', { kind: 'registry-key', secret, for: 'push', ...more })
      assert.equal((await key({ repository: 'web/app' })).accepted, true)
      assert.equal((await key({ repository: 'db' })).accepted, false)
      await ok('revokeRegistryKey', { params: { ...slug, keyId } })
      assert.equal((await key({ repository: 'web/app' })).accepted, false)

      const rule = { issuer: 'https://ci.example', audience: 'us', subjectPattern: 'repo:shop/*', mode: 'pull' }
      const { id } = await ok('createOidcRule', { params: slug, body: rule })
      const exchange = (subject: string) =>
        fetch(`${candidate.url}/_test/oidcExchanged`, {
          method: 'POST',
          body: JSON.stringify({ registry: 'shop', issuer: rule.issuer, audience: 'us', subject }),
        })
      assert.equal((await exchange('repo:other/x')).status, 403)
      assert.equal((await exchange('repo:shop/x')).status, 200)
      const { keys } = await ok('listRegistryKeys', { params: slug })
      assert.equal(keys.filter(({ mintedVia }: { mintedVia: string }) => mintedVia === 'oidc').length, 1)
      await ok('deleteOidcRule', { params: { ...slug, id } })
      assert.deepEqual((await ok('listOidcRules', { params: slug })).rules, [])
    })

    test('upstream logins: for catalog upstreams, without their passwords', async () => {
      await registry()
      const { upstreams } = await ok('listUpstreams')
      for (const { host } of upstreams) {
        const params = { ...slug, host }
        const body = { username: 'ann', password: 'pass-word-1' }
        assert.deepEqual(await ok('setUpstreamCredential', { params, body }), { upstream: host, username: 'ann' })
        await ok('setUpstreamCredential', { params, body: { ...body, username: 'bob' } })
        const { upstreamCredentials } = await ok('listUpstreamCredentials', { params: slug })
        assert.equal(upstreamCredentials.length, 1)
        assert.equal(upstreamCredentials[0].username, 'bob')
        assert.doesNotMatch(JSON.stringify(upstreamCredentials), /pass-word-1/)
        await ok('deleteUpstreamCredential', { params })
      }
      await no('setUpstreamCredential', {
        params: { ...slug, host: 'nowhere.example' },
        body: { username: 'ann', password: 'x' },
      })
    })

    test('domains: records verify, observations are of DNS alone, claims are global', async () => {
      const { id, sendState, receiveState, dnsRecords } = await domain()
      assert.deepEqual([sendState, receiveState], ['pending', 'none'])
      assert.equal(await no('createDomain', { as: 'outsider', body: { name: 'MAIL.shop.example' } }), 409)
      const dns = async () => JSON.stringify((await ok('getDomainDns', { params: { id } })).records)
      assert.equal(JSON.parse(await dns()).length, dnsRecords.length)
      assert.match(await dns(), /"missing"/)
      await ok('armDomainReceiving', { params: { id } })
      const armed = await ok('armDomainReceiving', { params: { id } })
      assert.ok(armed.dnsRecords.some(({ type }: { type: string }) => type === 'MX'))
      await happens('dnsRecordPublished', { domain: id })
      await ok('checkDomain', { params: { id } })
      await later()
      const verified = await ok('getDomain', { params: { id } })
      assert.deepEqual([verified.sendState, verified.receiveState], ['verified', 'verified'])
      await happens('dnsRecordMismatched', { domain: id, type: 'TXT', value: 'something else' })
      assert.match(await dns(), /"mismatch".*something else/)
      assert.equal((await ok('getDomain', { params: { id } })).sendState, 'verified')
      await happens('backendBehaves', { backend: 'dns', reachable: false })
      assert.match(await dns(), /"error"/)
      await ok('deleteDomain', { params: { id } })
      assert.equal(await no('getDomain', { params: { id } }), 404)
      await ok('createDomain', { as: 'outsider', body: { name: 'mail.shop.example' } })
    })

    test('email: entitlement, outage and scoped subjects', async () => {
      assert.equal(await no('listDomains', { as: 'guest' }), 403)
      const first = await domain()
      const second = await domain('two.shop.example')
      const grants = [{ role: client.choice.roleId('email', 'manager'), resourceIds: [first.id] }]
      await happens('roleChanges', { userId: client.choice.userIds.member, grants })
      const { domains } = await ok('listDomains', { as: 'member' })
      assert.deepEqual(
        domains.map(({ id }: { id: string }) => id),
        [first.id],
      )
      await no('getDomain', { as: 'member', params: { id: second.id } })
      assert.equal(await no('createSendKey', { as: 'member', body: { name: 'k' } }), 403)
      await happens('backendBehaves', { backend: 'email', reachable: false })
      for (const operation of ['listDomains', 'getEmailSettings', 'listMessages', 'listWebhooks'] as const)
        assert.equal(await no(operation), 502)
    })

    test('routes: an armed domain, an own endpoint, each pattern once', async () => {
      const { id } = await domain()
      const hook = await webhook()
      const body = { domainId: id, pattern: 'info', endpointId: hook.webhook.id }
      assert.equal(await no('createRoute', { body }), 409)
      await ok('armDomainReceiving', { params: { id } })
      await happens('dnsRecordPublished', { domain: id })
      await ok('checkDomain', { params: { id } })
      await later()
      const route = await ok('createRoute', { body })
      assert.equal(await no('createRoute', { body }), 409)
      for (const pattern of ['sales*', '*']) await ok('createRoute', { body: { ...body, pattern } })
      for (const pattern of ['**', 'a*b', '', 'a b']) await no('createRoute', { body: { ...body, pattern } })
      await happens('webhookEndpointAnswers', { endpointId: hook.webhook.id, answers: [{ status: 204 }] })
      const inbound = await happens('messageReceived', { from: 'y@far.example', to: ['Info@mail.shop.example'] })
      assert.deepEqual(inbound.routeIds, [route.id])
      assert.equal(await no('deleteWebhook', { params: { id: hook.webhook.id } }), 409)
      for (const { id: of } of (await ok('listRoutes')).routes) await ok('deleteRoute', { params: { id: of } })
      await ok('deleteWebhook', { params: { id: hook.webhook.id } })
    })

    test('messages: newest first, every one once through pages, windows of 90 and 30 days', async () => {
      await domain()
      const day = 86_400_000
      const sent: unknown[] = []
      for (let n = 0; n < 45; n += 1)
        sent.unshift((await send({ createdAt: new Date(Date.now() - (60 - n) * day).toISOString() })).messageId)
      const old = await send({ createdAt: new Date(Date.now() - 91 * day).toISOString() })
      const seen: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await ok('listMessages', { query: { direction: 'send', ...(cursor ? { cursor } : {}) } })
        seen.push(...page.messages.map(({ id }: { id: string }) => id))
        cursor = page.cursor
      } while (cursor)
      assert.deepEqual(seen, sent)
      assert.equal(seen.includes(old.messageId), false)
      const id = sent[0]
      const raw = await client.call('owner', 'getMessageContent', { params: { id } })
      assert.equal(raw.type, 'message/rfc822')
      assert.equal((await ok('getMessage', { params: { id } })).message.sizeBytes, Buffer.byteLength(String(raw.body)))
      assert.equal(await no('getMessageContent', { params: { id: sent.at(-1) } }), 404)
      assert.equal(await no('getMessage', { as: 'outsider', params: { id } }), 404)
    })

    test('suppressions: by hand, by bounce, by complaint; lifted, and added again', async () => {
      await domain()
      const { messageId } = await send({ to: ['x@there.example', 'y@there.example'] })
      await happens('messageBounced', { messageId, bounce: 'soft' })
      assert.deepEqual((await ok('listSuppressions')).suppressions, [])
      await happens('messageBounced', { messageId, bounce: 'hard', recipient: 'x@there.example' })
      await happens('messageComplained', { messageId, recipient: 'y@there.example' })
      await ok('createSuppression', { body: { address: 'z@there.example' } })
      const { suppressions } = await ok('listSuppressions')
      const reasons = Object.fromEntries(suppressions.map(({ address, reason }) => [address, reason]))
      const expected = { 'x@there.example': 'bounce', 'y@there.example': 'complaint', 'z@there.example': 'manual' }
      assert.deepEqual(reasons, expected)
      assert.deepEqual((await send()).suppressed, ['x@there.example'])
      const { id } = suppressions.find(({ reason }) => reason === 'bounce') ?? assert.fail()
      await ok('deleteSuppression', { params: { id } })
      assert.equal(await no('deleteSuppression', { params: { id } }), 404)
      const next = await send()
      assert.deepEqual(next.suppressed, [])
      assert.equal(
        ((await happens('messageBounced', { messageId: next.messageId, bounce: 'hard' })).suppressionIds as []).length,
        1,
      )
    })

    test('posture: too many bounces pause sending until staff unpause it', async () => {
      await domain()
      for (let n = 0; n < client.choice.pauseAtLeast; n += 1) {
        const { messageId } = await send({ to: [`n${n}@there.example`] })
        if (n > client.choice.pauseAtLeast / 2) await happens('messageBounced', { messageId, bounce: 'soft' })
      }
      const settings = await ok('getEmailSettings')
      assert.equal(settings.paused, true)
      assert.ok(settings.pausedAt && settings.pauseReason)
      await assert.rejects(send(), /paused/)
      await happens('sendingUnpaused')
      assert.equal((await ok('getEmailSettings')).paused, false)
      await happens('quotaChanges', { quota: 'daily-email', value: 1 })
      await assert.rejects(send(), /quota/)
    })

    test('deliveries: signed, retried, redelivered from the frozen payload', async () => {
      const received: { headers: Record<string, unknown>; body: string }[] = []
      const receiver = createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request) body += chunk
        received.push({ headers: request.headers, body })
        response.writeHead(received.length === 1 ? 500 : 204).end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      try {
        await domain()
        await webhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`)
        await send()
        const [failed] = await until((list) => list[0]?.lastStatus === 500)
        assert.deepEqual([failed.state, failed.attempts], ['pending', 1])
        await later('PT2M')
        const [done] = await until((list) => list[0]?.state === 'delivered')
        assert.deepEqual([done.attempts, done.lastStatus], [2, 204])
        const { id } = await ok('redeliverDelivery', { params: { id: done.id } })
        assert.notEqual(id, done.id)
        const [again, same] = await until((list) => list.length === 2 && list[0]?.state === 'delivered')
        assert.equal(again.id, id)
        assert.deepEqual(same, done)
        assert.equal(received[2]?.body, received[0]?.body)
        const header = variant === 'a' ? 'x-harbor-signature' : 'webhook-signature'
        assert.ok(received.every(({ headers }) => typeof headers[header] === 'string'))
      } finally {
        receiver.close()
      }

      /** Reads deliveries until they are as wanted. */
      async function until(wanted: (list: BodyOf<'listDeliveries'>['deliveries']) => boolean) {
        for (let tries = 0; tries < 100; tries += 1) {
          const { deliveries } = await ok('listDeliveries')
          if (wanted(deliveries)) return deliveries
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        throw new Error('the deliveries never came to that')
      }
    })

    test('clusters: gates of version, skew and headroom; changes land; teardown ends', async () => {
      const [oldest, next] = client.choice.versions
      await cluster({ orchestratorVersion: oldest })
      await no('updateCluster', { ...prod, body: { orchestratorVersion: client.choice.versions.at(-1) } })
      await no('updateCluster', { ...prod, body: { orchestratorVersion: 'none' } })
      await happens('nodeJoins', {
        cluster: 'prod',
        node: 'slow-node',
        agentVersion: variant === 'a' ? '1.20.0' : 'v1.20',
      })
      assert.equal(await no('updateCluster', { ...prod, body: { orchestratorVersion: next } }), 409)
      await happens('agentUpgraded', { cluster: 'prod', node: 'slow-node', agentVersion: oldest })
      await ok('updateCluster', { ...prod, body: { orchestratorVersion: next } })
      await later()
      assert.equal((await ok('getCluster', prod)).orchestratorVersion, next)
      await no('updateCluster', { ...prod, body: { orchestratorVersion: oldest } })
      await happens('headroomChanges', { cluster: 'prod', component: 'etcd', usedPercent: 99 })
      const refused = await client.call('owner', 'updateCluster', { ...prod, body: { tier: 'small' } })
      assert.equal(refused.status, 409)
      assert.match(String(errorOf(refused)), /etcd/)
      await ok('updateCluster', { ...prod, body: { tier: 'large', replicas: 5 } })
      await later()
      const { tier, replicas } = await ok('getCluster', prod)
      assert.deepEqual([tier, replicas], ['large', 5])
      await happens('clusterChangesConcurrently', { cluster: 'prod' })
      assert.equal(await no('updateCluster', { ...prod, body: { orchestratorVersion: next } }), 409)
      await later()
      assert.ok([403, 404].includes(await no('getCluster', { as: 'outsider', ...prod })))
      await ok('getClusterUsage', prod)
      assert.equal(await ok('deleteCluster', prod), undefined)
      await later()
      assert.equal(await no('getCluster', prod), 404)
      await happens('quotaChanges', { quota: 'clusters', value: 0 })
      assert.equal(await no('createCluster', { body: { name: 'x', tier: 'small' } }), 403)
    })

    test('nodes: join once, register often, leave; client configuration expires', async () => {
      await cluster({ managedLoadBalancers: { enabled: true } })
      const { joinToken } = await ok('createJoinToken', prod)
      const join = (node: string, token: string) => happens('nodeJoins', { cluster: 'prod', node, token })
      await join('n1', joinToken)
      await assert.rejects(join('n2', joinToken), /used/)
      const { id, token } = await ok('createRegistrationToken', { ...prod, body: { name: 'pool' } })
      await join('n2', token)
      await join('n3', token)
      const params = { name: 'prod', id }
      await ok('updateRegistrationToken', { params, body: { disabled: true } })
      await assert.rejects(join('n4', token), /disabled/)
      await ok('updateRegistrationToken', { params, body: { disabled: false } })
      await join('n4', token)
      assert.doesNotMatch(JSON.stringify(await ok('listRegistrationTokens', prod)), new RegExp(token))
      await ok('deleteRegistrationToken', { params })
      await assert.rejects(join('n5', token), /revoked/)
      await ok('deleteNode', { params: { name: 'prod', node: 'n1' } })
      assert.equal((await ok('listNodes', prod)).nodes.length, 3)
      const { kubeconfig } = await ok('getKubeconfig', prod)
      const use = () => happens('credentialUsed', { kind: 'kubeconfig', secret: kubeconfig })
      assert.equal((await use()).accepted, true)
      await later('PT2H')
      assert.equal((await use()).accepted, false)
      const { maxServices } = client.choice
      for (let n = 0; n <= maxServices; n += 1)
        await happens('serviceExposed', { cluster: 'prod', service: `web/${n}` })
      assert.equal((await ok('getCluster', prod)).managedLoadBalancers.loadBalancers.length, maxServices)
      await happens('serviceWithdrawn', { cluster: 'prod', service: 'web/0' })
      const { loadBalancers } = (await ok('getCluster', prod)).managedLoadBalancers
      assert.equal(loadBalancers.at(-1)?.service, `web/${maxServices}`)
    })

    test('what is returned once is nowhere else', async () => {
      await registry()
      await cluster()
      const secrets = [
        (await ok('createRegistryKey', { params: slug, body: { name: 'k', mode: 'pull' } })).secret,
        (await ok('createSendKey', { body: { name: 'k' } })).secret,
        (await webhook()).signingSecret,
        (await ok('createRegistrationToken', { ...prod, body: { name: 'k' } })).token,
      ]
      const reads = ['listRegistryKeys', 'listSendKeys', 'listWebhooks', 'listRegistrationTokens'] as const
      for (const operation of reads) {
        const text = JSON.stringify(await ok(operation, { params: { ...slug, name: 'prod' } }))
        for (const secret of secrets) assert.equal(text.includes(secret), false, operation)
      }
    })
  })
}
