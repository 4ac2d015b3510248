import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import driver from '../../examples/second-candidate/driver.mjs'
import { startCandidate } from '../../examples/second-candidate/server.ts'
import { makeClient } from '../../examples/second-candidate/test/sequence.ts'
import { shaped } from '../../examples/second-candidate/test/shapes.ts'
import { VARIANTS } from './second-candidate.ts'

interface Described {
  readonly operationId?: string
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
}

const control = parse(readFileSync('scenarios/control.yaml', 'utf8'))
const operations = new Map<string, Described>()
for (const item of Object.values<Record<string, Described>>(control.paths))
  for (const operation of Object.values(item))
    if (operation.operationId) operations.set(operation.operationId, operation)

// A target that is not the mock keeps no journal.
const { entry: _, ...happened } = control.components.schemas.Happened.properties
const components = {
  ...control.components,
  schemas: {
    ...control.components.schemas,
    Happened: { ...control.components.schemas.Happened, properties: happened, required: ['at', 'changed'] },
  },
}
const ajv = new Ajv2020({ strict: false, validateFormats: true })
formats.default(ajv)

/** What is wrong with a value by a schema of the control description. */
function errorsOf(schema: object | undefined, value: unknown) {
  if (!schema) return null
  const valid = ajv.compile({ components, ...schema })
  valid(value)
  return valid.errors ?? null
}

/** Events in an order in which each can happen; texts like $domain stand for ids met on the way. */
const STORY: readonly (readonly [string, object])[] = [
  ['paymentMethodChanges', { active: true }],
  ['billingEmailCollides', { email: 'x@y.example' }],
  ['entitlementChanges', { area: 'email', enabled: true }],
  ['backendBehaves', { backend: 'dns', reachable: true }],
  ['quotaChanges', { quota: 'daily-email', value: 100 }],
  ['roleChanges', { userId: '$member', role: 'viewer' }],
  ['slugClaimedElsewhere', { slug: 'elsewhere' }],
  ['domainClaimedElsewhere', { domain: 'else.example' }],
  [
    'imagePushed',
    { registry: 'shop', repository: 'web', digest: 'sha256:one', layers: [{ digest: 'sha256:l', sizeBytes: 9 }] },
  ],
  ['imagePushed', { registry: 'shop', repository: 'db', digest: 'sha256:two', tags: [] }],
  [
    'blobShared',
    {
      registry: 'shop',
      blob: 'sha256:l',
      from: { repository: 'web', digest: 'sha256:one' },
      to: { repository: 'db', digest: 'sha256:two' },
    },
  ],
  ['dnsRecordPublished', { domain: '$domain' }],
  ['dnsRecordMismatched', { domain: '$domain', type: 'TXT', value: 'no' }],
  ['dnsRecordRemoved', { domain: '$domain', capability: 'send' }],
  ['webhookEndpointAnswers', { endpointId: '$endpoint', answers: [{ status: 503 }, { failure: 'timeout' }] }],
  ['messageSent', { from: 'a@mail.shop.example', to: ['x@there.example'] }],
  ['messageDelivered', { messageId: '$message' }],
  ['messageBounced', { messageId: '$message', bounce: 'hard' }],
  ['messageComplained', { messageId: '$message' }],
  ['messageReceived', { from: 'x@there.example', to: ['info@mail.shop.example'] }],
  ['sendingUnpaused', {}],
  ['advanceClock', { by: 'PT1M' }],
  ['nodeJoins', { cluster: 'prod', node: 'n1', ready: true }],
  ['agentUpgraded', { cluster: 'prod', node: 'n1', agentVersion: '1.0.0' }],
  ['nodeLost', { cluster: 'prod', node: 'n1', how: 'not-ready' }],
  ['headroomChanges', { cluster: 'prod', component: 'etcd', usedPercent: 10 }],
  ['serviceExposed', { cluster: 'prod', service: 'web/front' }],
  ['serviceWithdrawn', { cluster: 'prod', service: 'web/front' }],
  ['clusterChangesConcurrently', { cluster: 'prod', lasts: 'one-request' }],
  ['credentialUsed', { kind: 'send-key', id: '$key' }],
  ['getClock', {}],
  ['setClock', { mode: 'real' }],
  ['resetWorld', {}],
]

describe.each(VARIANTS)('the driver of the second candidate, variant %s', (variant) => {
  let candidate: Awaited<ReturnType<typeof startCandidate>>
  let outside: ReturnType<typeof driver>
  const ids = new Map<string, unknown>()
  beforeAll(async () => {
    candidate = await startCandidate({ variant })
    outside = driver(candidate)
  })
  afterAll(() => candidate.close())

  beforeEach(async () => {
    await outside.resetWorld?.()
    const { call, choice } = makeClient(candidate.url, variant)
    await call('owner', 'createRegistry', { body: { slug: 'shop' } })
    await call('owner', 'createCluster', {
      body: { name: 'prod', tier: 'small', managedLoadBalancers: { enabled: true } },
    })
    const made = await call('owner', 'createDomain', { body: { name: 'mail.shop.example' } })
    const domain = shaped('createDomain', made)
    await call('owner', 'armDomainReceiving', { params: { id: domain.id } })
    const eventTypes = Object.values(choice.eventTypes)
    const hook = await call('owner', 'createWebhook', { body: { url: 'https://hook.example', eventTypes } })
    const key = await call('owner', 'createSendKey', { body: { name: 'app' } })
    ids
      .set('$member', choice.userIds.member)
      .set('$domain', domain.id)
      .set('$endpoint', shaped('createWebhook', hook).webhook.id)
    ids.set('$key', shaped('createSendKey', key).sendKey.id)
  })

  test('causes only what the control description has', () => {
    expect(Object.keys(outside).filter((event) => !operations.has(event))).toEqual([])
    expect([...new Set(STORY.map(([event]) => event))].sort()).toEqual(Object.keys(outside).sort())
  })

  test('takes its bodies and gives its answers', async () => {
    for (const [event, template] of STORY) {
      const body = JSON.parse(JSON.stringify(template), (_, value) => ids.get(value) ?? value)
      const described = operations.get(event)
      expect.soft(errorsOf(described?.requestBody?.content['application/json']?.schema, body), event).toBeNull()
      const answer = await outside[event]?.(body)
      if (answer?.messageId) ids.set('$message', answer.messageId)
      const success = Object.entries(described?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
      if (event !== 'resetWorld')
        expect.soft(errorsOf(success?.content?.['application/json']?.schema, answer), event).toBeNull()
    }
  })

  test('rejects what cannot happen, with the status of the case', async () => {
    await expect(outside.nodeJoins?.({ cluster: 'none', node: 'n' })).rejects.toMatchObject({ status: 404 })
    await expect(outside.entitlementChanges?.({ area: 'uptime', enabled: true })).rejects.toMatchObject({ status: 409 })
    await expect(outside.paymentMethodChanges?.({ active: 'yes' })).rejects.toMatchObject({ status: 400 })
    await expect(outside.setClock?.({ mode: 'frozen' })).rejects.toMatchObject({ status: 409 })
  })
})
