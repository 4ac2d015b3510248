import { expect, test } from 'vitest'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { INCIDENT_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { broken } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { newWhileOldGoes } from '../../../src/conformance/plan/names.ts'
import { scoped } from '../../../src/conformance/plan/scoped.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

type Item = Readonly<Record<string, unknown>>

const calls = (id: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)
const causes = (event: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'event' && goal.event === event)
const among =
  (scripts: readonly Script[], isMeant: (walk: Walk) => boolean): Plan =>
  (_, all) =>
    scripts.flatMap(({ walks }) => walks(all) ?? []).filter(isMeant)

const listOf = (json: unknown, field: string): readonly Item[] => Object(json)[field] ?? []

interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids?: readonly string[]
  readonly gaps?: Profile['gaps']
  readonly seen: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = [
  {
    name: 'anything with a scheme is an issuer',
    mistake: () => ({
      asked: (sent) => ({
        ...sent,
        body: sent.body?.replace(/"issuer":"https:[^"]* [^"]*"/, '"issuer":"https://ci.test"'),
      }),
    }),
    plan: (operations) => broken(operations, looksAmong(operations)),
    ids: ['createOidcRule'],
    seen: { operation: 'createOidcRule', rules: ['general.uri-needed'], severity: 'failure' },
  },
  {
    name: 'a roll puts back what was exposed at its beginning',
    mistake() {
      let before: unknown
      return {
        answered({ sent, received }) {
          const { managedLoadBalancers: shown, ...cluster } = Object(received.json)
          if (sent.method === 'PATCH') before = Object(shown).loadBalancers
          if (sent.method !== 'GET' || before === undefined) return received
          return as(received, 200, { ...cluster, managedLoadBalancers: { ...shown, loadBalancers: before } })
        },
      }
    },
    plan: among(RUNNING_SCRIPTS, (walk) => causes('serviceWithdrawn')(walk) && calls('updateCluster')(walk)),
    seen: { operation: 'getCluster', path: 'managedLoadBalancers.loadBalancers' },
  },
  {
    name: 'a caller narrowed to one thing makes another',
    mistake: () => ({
      answered({ sent, received }) {
        const isMade = sent.method === 'POST' && sent.body?.includes('"slug"') && received.status === 403
        const { slug } = JSON.parse(sent.body ?? '{}')
        const rest = { displayName: slug, region: 'eu', storageQuotaBytes: 1, createdAt: '2026-03-05T09:00:00Z' }
        return isMade ? as(received, 201, { slug, ...rest }) : received
      },
    }),
    plan: scoped,
    ids: ['createRegistry', 'getRegistry'],
    seen: { operation: 'createRegistry', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'a teardown takes the new thing of the same name',
    mistake() {
      const gone = new Set<unknown>()
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE') gone.add(sent.path.split('/').at(-1))
          if (sent.method !== 'GET' || !sent.path.endsWith('/clusters')) return received
          return as(received, 200, {
            clusters: listOf(received.json, 'clusters').filter(({ name }) => !gone.has(name)),
          })
        },
      }
    },
    plan: (operations) => newWhileOldGoes(operations, looksAmong(operations)),
    ids: ['createCluster', 'deleteCluster', 'listClusters'],
    gaps: { 'clusters.name-while-deleting': 'free' },
    seen: { operation: 'listClusters', severity: 'failure' },
  },
  {
    name: 'two things are given one name at the same time',
    mistake() {
      let shown: Item = {}
      return {
        answered({ sent, received }) {
          if (sent.method !== 'PATCH') return received
          if (received.status === 200) shown = Object(received.json)
          const id = sent.path.split('/').at(-1)
          return received.status === 409 ? as(received, 200, { ...shown, id }) : received
        },
      }
    },
    plan: (operations) => branches(operations, looksAmong(operations)).filter(({ length }) => length > 4),
    ids: ['createUptimeService', 'renameUptimeService', 'listUptimeServices'],
    seen: { operation: 'renameUptimeService', rules: ['uptime.service-name-taken'] },
  },
  {
    name: 'an incident stays on the page at its address',
    mistake() {
      let before: readonly Item[] = []
      return {
        answered({ sent, received }) {
          if (!sent.path.includes('/status-pages/') || received.status !== 200) return received
          const incidents = listOf(received.json, 'incidents')
          before = [...incidents, ...before.filter(({ id }) => !incidents.some((one) => one.id === id))]
          return as(received, 200, { ...Object(received.json), incidents: before })
        },
      }
    },
    plan: among(INCIDENT_SCRIPTS, calls('getStatusPage')),
    seen: { operation: 'getStatusPage', severity: 'failure', code: 'holds' },
  },
  {
    name: 'a page has the internal timeline under another name',
    mistake() {
      let timeline: unknown
      return {
        answered({ sent, received }) {
          if (/\/incidents\/[^/]+$/.test(sent.path)) timeline = Object(received.json).timeline ?? timeline
          if (!sent.path.includes('/status-pages/') || received.status !== 200) return received
          const incidents = listOf(received.json, 'incidents').map((one) => ({ ...one, history: timeline }))
          return as(received, 200, { ...Object(received.json), incidents })
        },
      }
    },
    plan: among(INCIDENT_SCRIPTS, calls('getStatusPage')),
    seen: { operation: 'getStatusPage', code: 'status-page', rules: ['ONC-07'] },
  },
  {
    name: 'the detail shows another quota than the list',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'GET' && 'usedBytes' in Object(received.json)
          ? as(received, 200, { ...Object(received.json), storageQuotaBytes: 12_345 })
          : received,
    }),
    plan: among(IMAGE_SCRIPTS, (walk) => causes('quotaChanges')(walk) && calls('listRegistries')(walk)),
    seen: { operation: 'getRegistry', code: 'inconsistent', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], gaps, seen }) => {
  expect(await found(mistake(), plan, ids, gaps)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))(
  'nothing is found where it is not so: $name',
  async ({ plan, ids = [], gaps }) => {
    expect(await found(undefined, plan, ids, gaps)).toBeUndefined()
  },
)
