import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '../bindings.ts'
import { startCandidate } from '../server.ts'
import { type Client, errorOf, makeClient } from './sequence.ts'
import { shaped } from './shapes.ts'

/** Bodies that miss something required or hold something outside its type or enumeration. */
const BAD: readonly (readonly [Operation, unknown])[] = [
  ['updateContacts', { billingEmail: 7 }],
  ['createRegistry', {}],
  ['createRegistry', { slug: 7 }],
  ['createRegistry', { slug: 'no spaces' }],
  ['createLoginCredential', { pullOnly: 'yes' }],
  ['createRegistryKey', { name: 'k' }],
  ['createRegistryKey', { name: 'k', mode: 'push' }],
  ['createRegistryKey', { name: 'k', mode: 'pull', repoPrefixes: 'web' }],
  ['createOidcRule', { issuer: 'https://x.example', audience: 'a', mode: 'pull' }],
  ['createSendKey', { domainIds: [] }],
  ['createDomain', { name: 'no domain' }],
  ['createRoute', { pattern: 'a', endpointId: 'b' }],
  ['createSuppression', {}],
  ['createWebhook', { url: 'https://x.example' }],
  ['createWebhook', { url: 'no uri', eventTypes: [] }],
  ['createWebhook', { url: 'https://x.example', eventTypes: ['weather'] }],
  ['createCluster', { name: 'x' }],
  ['createCluster', { name: 'x', tier: 'tiny' }],
  ['createCluster', { name: 'x', tier: 'small', replicas: '3' }],
  ['createCluster', { name: 'x', tier: 'small', datastore: {} }],
  ['createCluster', { name: 'x', tier: 'small', datastore: { mode: 'shared', size: 'db-huge' } }],
  ['createCluster', { name: 'x', tier: 'small', managedLoadBalancers: {} }],
  ['createRegistrationToken', {}],
  ['createRegistrationToken', { name: 'k', expiresIn: -1 }],
]

for (const variant of ['a', 'b'] as const) {
  describe(`odd input in variant ${variant}`, () => {
    let candidate: Awaited<ReturnType<typeof startCandidate>>
    let client: Client
    before(async () => {
      candidate = await startCandidate({ variant })
      client = makeClient(candidate.url, variant)
      await client.call('owner', 'createRegistry', { body: { slug: 'shop' } })
      await client.call('owner', 'createCluster', { body: { name: 'prod', tier: 'small' } })
    })
    after(() => candidate.close())
    const params = { slug: 'shop', name: 'prod', id: 'none' }

    for (const [operation, body] of BAD)
      test(`${operation} refuses ${JSON.stringify(body)}`, async () => {
        const answer = await client.call('owner', operation, { params, body })
        assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status))
        assert.equal(typeof errorOf(answer), 'string')
      })

    test('nothing was created by any of them', async () => {
      const lists = ['listRegistryKeys', 'listOidcRules', 'listSendKeys', 'listDomains', 'listRoutes'] as const
      for (const operation of [...lists, 'listSuppressions', 'listWebhooks', 'listRegistrationTokens'] as const) {
        const { body } = await client.call('owner', operation, { params })
        assert.deepEqual(Object.values(body as object)[0], [], operation)
      }
      assert.equal(shaped('listClusters', await client.call('owner', 'listClusters')).clusters.length, 1)
    })

    test('broken JSON, arrays and nothing at all are refused, not crashed on', async () => {
      for (const raw of ['{', '[]', '7', 'null', '"x"'])
        for (const operation of ['createRegistry', 'createCluster', 'createDomain', 'updateContacts'] as const) {
          const answer = await client.call('owner', operation, { raw })
          assert.ok(answer.status >= 400 && answer.status < 500, `${operation} ${raw} ${answer.status}`)
        }
    })

    test('unknown paths, methods, ids and broken percent-encoding', async () => {
      const { header, prefix } = client.choice.credential
      const headers = { [header]: prefix + client.choice.sessions.owner }
      for (const path of ['/', '/api/v1/nothing', '/api/v1/email/domains/%ff', '/api/v1/tokens', '/_test/nothing'])
        assert.equal((await fetch(candidate.url + path, { headers })).status, 404, path)
      const wrong = await fetch(`${candidate.url}/api/v1/clusters`, { method: 'PUT', headers })
      assert.equal(wrong.status, client.choice.wrongMethodStatus)
      for (const operation of [
        'getDomain',
        'getMessage',
        'deleteRoute',
        'rotateWebhookSecret',
        'revokeSendKey',
      ] as const)
        assert.equal((await client.call('owner', operation, { params: { id: 'none' } })).status, 404, operation)
    })

    test('a body too large is refused', async () => {
      const raw = JSON.stringify({ name: 'x'.repeat(1_100_000) })
      assert.equal((await client.call('owner', 'createDomain', { raw })).status, 413)
    })
  })
}
