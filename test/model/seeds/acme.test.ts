import { describe, expect, test } from 'vitest'
import type { GapValues } from '../../../src/contract/generated/gaps.ts'
import { decide } from '../../../src/model/decide.ts'
import { ACME_STRANDS, acme } from '../../../src/model/seeds/acme/index.ts'
import { empty } from '../../../src/model/seeds/empty.ts'
import { CAST } from '../../../src/model/seeds/kit/cast.ts'
import { makeStory } from '../../../src/model/seeds/kit/story.ts'
import { OpenTransaction } from '../../../src/model/world/open-transaction.ts'
import type { World } from '../../../src/model/world/world.ts'
import { worldToJson } from '../../../src/model/world-file.ts'
import { sampled } from '../../support/sampled.ts'
import { contract } from '../support.ts'
import { asked, counted, grown, NINE, rowsOf } from './support.ts'

const world = grown(acme)

describe('acme', () => {
  test('people of each role, who call with credentials that are easy to remember', () => {
    expect(Object.entries(acme.actors).map(([name, { role, organization }]) => [name, role, organization])).toEqual([
      ['owner', 'owner', 'acme'],
      ['admin', 'admin', 'acme'],
      ['member', 'member', 'acme'],
      ['viewer', 'viewer', 'acme'],
      ['engineer', 'member', 'acme'],
      ['support', 'member', 'acme'],
      ['outsider', 'owner', 'globex'],
      ['neighbour', 'member', 'globex'],
    ])
    for (const [name, { credential }] of Object.entries(acme.actors)) expect(credential).toBe(name)
  })

  test('incidents in all states over the past weeks', () => {
    expect(counted(world, 'OncallIncident', ({ status }) => status)).toEqual({
      open: 3,
      acknowledged: 3,
      resolved: 104,
    })
    expect(counted(world, 'OncallAlert', ({ status }) => status)).toEqual({ firing: 6, resolved: 88 })
    expect(rowsOf(world, 'PublicUpdate', 'acme')).toHaveLength(17)
    expect(asked(world, 'listIncidents', 'owner').body.incidents).toHaveLength(6)
  })

  test('who is on call today, by an override; policies attached to services', () => {
    const { schedules } = asked(world, 'listSchedules', 'member').body
    expect(schedules[0]).toMatchObject({
      name: 'Primary',
      onCallNow: { userId: 'usr_gus', label: CAST.support.label, until: '2026-03-05T15:00:00Z', override: true },
    })
    expect(schedules[1]?.onCallNow).toMatchObject({ override: false })
    const { policies } = asked(world, 'listEscalationPolicies', 'owner').body
    expect(policies).toMatchObject([
      { name: 'Urgent', services: 2 },
      { name: 'Relaxed', services: 1 },
    ])
    expect(counted(world, 'OncallAlertSource', ({ revoked }) => `revoked ${revoked}`)).toEqual({
      'revoked false': 4,
      'revoked true': 1,
    })
  })

  test('registries with images, some of them untagged, on layers they share', () => {
    expect(asked(world, 'listRegistries', 'viewer').body.registries).toMatchObject([
      { slug: 'acme-apps' },
      { slug: 'acme-base' },
    ])
    const tagged = new Set(rowsOf(world, 'RegistryTag', 'acme').map(({ repository, digest }) => repository + digest))
    const untagged = rowsOf(world, 'RegistryManifest', 'acme').filter((row) => !tagged.has(row.repository + row.digest))
    expect(rowsOf(world, 'RegistryManifest', 'acme')).toHaveLength(39)
    expect(untagged.length).toBeGreaterThan(3)
    expect(asked(world, 'listRegistryKeys', 'admin', { slug: 'acme-apps' }).body.keys).toMatchObject([
      { name: 'deploy', mintedVia: 'manual', lastUsedAt: '2026-03-05T08:39:48Z' },
      { name: 'contractor laptop', revokedAt: '2026-02-02T08:51:34Z' },
      { name: 'release script', mode: 'readwrite' },
      { mintedVia: 'oidc', expiresAt: expect.any(String) },
      { mintedVia: 'oidc', expiresAt: expect.any(String) },
    ])
    expect(asked(world, 'listOidcRules', 'admin', { slug: 'acme-apps' }).body.rules).toHaveLength(2)
    const { upstreamCredentials } = asked(world, 'listUpstreamCredentials', 'admin', { slug: 'acme-base' }).body
    expect(upstreamCredentials).toHaveLength(2)
  })

  test('email: domains, ninety days of messages, deliveries in all states, suppressions for all reasons', () => {
    expect(
      counted(world, 'EmailDomain', ({ name, sendState, receiveState }) => `${name} ${sendState} ${receiveState}`),
    ).toEqual({
      'acme.example verified verified': 1,
      'mail.acme.example verified pending': 1,
      'news.acme.example pending none': 1,
      'acme-deals.example failed none': 1,
      'hallo.acme.example verified failed': 1,
    })
    expect(counted(world, 'EmailMessage', ({ state }) => state)).toEqual({
      delivered: 233,
      received: 94,
      sent: 9,
      bounced: 6,
      complained: 3,
      failed: 1,
      queued: 2,
    })
    expect(counted(world, 'EmailDelivery', ({ state }) => state)).toEqual({
      delivered: 101,
      failed: 4,
      pending: 3,
      delivering: 2,
    })
    expect(counted(world, 'EmailSuppression', ({ reason }) => reason)).toEqual({ bounce: 6, complaint: 3, manual: 1 })
    expect(counted(world, 'EmailWebhook', ({ disabled }) => `disabled ${disabled}`)).toEqual({
      'disabled false': 6,
      'disabled true': 1,
    })
    const oldest = Math.min(...rowsOf(world, 'EmailMessage', 'acme').map(({ createdAtMs }) => createdAtMs))
    expect(Math.floor((NINE - oldest) / 86_400_000)).toBe(89)
    expect(asked(world, 'getEmailSettings', 'owner').body).toMatchObject({ dailyQuota: 5000, paused: false })
  })

  test('clusters in different phases, nodes of mixed versions', () => {
    const { clusters } = asked(world, 'listClusters', 'owner').body
    expect(clusters.map(({ name, phase }) => `${name} ${phase}`)).toEqual([
      'prod ready',
      'staging ready',
      'batch deleting',
      'legacy-shop deleting',
      'reports rolling',
      'edge rolling',
      'gpu-trial provisioning',
      'lab provisioning',
    ])
    const { nodes } = asked(world, 'listNodes', 'owner', { name: 'prod' }).body
    expect(nodes.map(({ name, agentVersion, ready }: Record<string, unknown>) => [name, agentVersion, ready])).toEqual([
      ['worker-1', '1.32.4', true],
      ['worker-2', '1.32.4', true],
      ['worker-3', '1.31.8', false],
      ['worker-4', '1.30.9', true],
      ['worker-5', '1.32.4', true],
    ])
    expect(clusters[0].managedLoadBalancers.loadBalancers).toHaveLength(3)
    expect(asked(world, 'listRegistrationTokens', 'owner', { name: 'prod' }).body.tokens).toHaveLength(3)
  })

  test('monitors that are up, down and pending, with a week of metrics', () => {
    const { monitors } = asked(world, 'listMonitors', 'member').body
    const states = monitors.map(({ name, state }) => `${name} ${state}`)
    expect(states).toEqual([
      'Home page up',
      'Checkout down',
      'API up',
      'Search up',
      'API over TLS up',
      'Webhooks up',
      'ERP down',
      'Mail gateway up',
      'Careers page up',
      'Kundenportal – Österreich & Südtirol (noch nicht freigeschaltet) pending',
      'New landing page pending',
    ])
    const { series } = asked(world, 'getMonitorMetrics', 'viewer', { id: monitors[0].id }, { window: '7d' }).body
    expect(series).toHaveLength(3)
    expect(series[0].points.length).toBeGreaterThan(100)
    expect(
      asked(world, 'listMonitorFailures', 'owner', { id: monitors[1]?.id ?? '' }).body.failures.length,
    ).toBeGreaterThan(5)
    expect(asked(world, 'listExportTokens', 'admin').body.tokens).toHaveLength(2)
  })

  test('tokens: unrestricted, narrowed, expired and switched off; contacts', () => {
    const names = (credential: string) =>
      asked(world, 'listTokens', credential).body.tokens.map(({ name }: { name: string }) => name)
    expect(names('owner')).toEqual(['laptop', 'audit export'])
    expect(names('admin')).toEqual(['terraform', 'registry dashboard'])
    expect(asked(world, 'listTokens', 'engineer').body.tokens).toMatchObject([{ name: 'old laptop', enabled: false }])
    expect(asked(world, 'getContacts', 'owner').body.billingEmail).toBe('billing@acme.example')
  })

  test('lifetimes are the same in whatever unit they are counted', () => {
    const units: Partial<GapValues> = { 'clusters.expires-in-unit': 'days', 'tokens.expires-in-unit': 'hours' }
    const counted = grown(acme, NINE, {
      value: (id) => (units[id] as GapValues[typeof id] | undefined) ?? contract.gaps.value(id),
    })
    for (const table of ['RegistrationToken', 'PersonalToken'] as const) {
      const ends = (of: World) => rowsOf(of, table).map(({ expiresAt }) => expiresAt)
      expect(ends(counted)).toEqual(ends(world))
    }
  })

  test('globex has a few things of each kind, and sees nothing of acme', () => {
    const tables = ['OncallIncident', 'Registry', 'EmailDomain', 'EmailMessage', 'Cluster', 'UptimeMonitor'] as const
    expect(tables.map((table) => rowsOf(world, table, 'globex').length)).toEqual([2, 1, 1, 124, 1, 1])
    expect(asked(world, 'getRegistry', 'outsider', { slug: 'acme-apps' }).status).toBe(404)
    expect(asked(world, 'listClusters', 'outsider').body.clusters).toMatchObject([
      { name: 'warehouse', phase: 'ready' },
    ])
  })
})

test('every request of the story would be granted, and everything in it can happen', () => {
  const transaction = new OpenTransaction(grown(empty), contract.gaps)
  const refused: string[] = []
  let heard = 0
  const story = makeStory(transaction, ({ id, credential, asking: { parameters = {}, body } }, here) => {
    heard += 1
    const request = { operation: contract.operation(id), credential, parameters, query: {}, body }
    const outcome = decide({ ...transaction.commit(), nowMs: here.nowMs }, request, contract.gaps)
    if (outcome.kind === 'refused') refused.push(`${id}: ${outcome.refusals[0].message}`)
  })
  for (const begin of ACME_STRANDS) begin(story)
  expect(story.tell()).toEqual([])
  expect(refused).toEqual([])
  expect(heard).toBeGreaterThan(150)
})

const INSTANTS = ['2026-03-05T09:00:00Z', '2026-03-29T01:30:00Z', '2028-02-29T23:59:59Z', '2031-10-26T00:59:00Z']

test.each(sampled(INSTANTS, 3))('the same at the same instant, and as full at any (%s)', (now) => {
  const json = () =>
    JSON.stringify(worldToJson(grown(acme, Date.parse(now)), { clock: 'frozen', actors: acme.actors, gaps: {} }))
  const once = json()
  expect(json()).toBe(once)
  const there = grown(acme, Date.parse(now))
  expect(counted(there, 'OncallIncident', ({ status }) => status)).toEqual({
    open: 3,
    acknowledged: 3,
    resolved: 104,
  })
  expect(rowsOf(there, 'EmailMessage', 'acme')).toHaveLength(348)
  expect(counted(there, 'EmailDelivery', ({ state }) => state)).toMatchObject({
    pending: 3,
    delivering: 2,
    failed: 4,
  })
})

test('empty: the same people, and nothing else', () => {
  const bare = grown(empty)
  const offered =
    /^(Organization|User|Membership|Credential|IamRole|Permission|RegistryUpstream|EmailEventType|OrchestratorVersion|UptimeInterval|UptimeVantage)$/
  const filled = Object.entries(bare.tables).filter(([, table]) => table.rows.size > 0)
  expect(filled.map(([name]) => name).filter((name) => !offered.test(name))).toEqual([])
  expect(rowsOf(bare, 'User').map(({ id }) => id)).toEqual(
    ['ada', 'bo', 'cy', 'dot', 'eli', 'fay', 'gus', 'hal'].map((name) => `usr_${name}`),
  )
})
