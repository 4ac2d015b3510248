import { expect, test } from 'vitest'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { EXCHANGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/token-exchange.ts'
import { nothingSaid } from '../../../src/conformance/plan/by-operation.ts'
import { filtered } from '../../../src/conformance/plan/filters.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { longTaken } from '../../../src/conformance/plan/names.ts'
import { seenBefore } from '../../../src/conformance/plan/seen-before.ts'
import type { Goal, Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const names = (walk: Walk): string[] =>
  walk.map((goal) => (goal.kind === 'call' ? goal.operation.id : goal.kind === 'event' ? goal.event : goal.kind))

/** The walks of some scripts, with looks before their last change. */
const looking: typeof walksOf = (scripts, isMeant) => (operations, all) =>
  walksOf(scripts, isMeant)(operations, all).map(seenBefore)

const CASES: readonly Case[] = [
  {
    name: 'a usage that is kept from an earlier look',
    mistake() {
      const used = new Map<string, unknown>()
      return {
        answered({ sent, received }) {
          const { json } = received
          if (sent.method === 'DELETE' && !sent.path.includes('/manifests')) used.clear()
          if (!isObject(json) || typeof json.usedBytes !== 'number' || json.repositoryCount === 0) return received
          if (!used.has(sent.path)) used.set(sent.path, json.usedBytes)
          return as(received, 200, { ...json, usedBytes: used.get(sent.path) })
        },
      }
    },
    plan: looking(IMAGE_SCRIPTS, calls('deleteManifest', 'listTags', 'getRegistry')),
    seen: { operation: 'getRegistry', rules: ['REG-05'] },
  },
  {
    name: 'a traded key that cannot be revoked',
    mistake: () => ({
      answered: ({ sent, received }) =>
        isObject(received.json) && Array.isArray(received.json.keys) && sent.method === 'GET'
          ? as(received, 200, { keys: received.json.keys.filter(isObject).map(({ revokedAt: _, ...key }) => key) })
          : received,
    }),
    plan: looking(EXCHANGE_SCRIPTS, calls('revokeRegistryKey')),
    seen: { operation: 'listRegistryKeys', severity: 'failure' },
  },
  {
    name: 'a group of alerts that is cut',
    mistake: () => ({
      asked: (sent) => {
        const body: unknown = JSON.parse(sent.body ?? 'null')
        return isObject(body) && Array.isArray(body.alerts)
          ? { ...sent, body: JSON.stringify({ ...body, alerts: body.alerts.slice(0, 10) }) }
          : sent
      },
    }),
    plan: looking(ALERT_SOURCE_SCRIPTS, (walk) => names(walk).filter((name) => name === 'receiveAlerts').length === 1),
    seen: { operation: 'listIncidents', code: 'lacks' },
  },
  {
    name: 'a revoked source that can still end alerts',
    mistake: () => ({
      answered: ({ sent, received }) =>
        received.status === 401 && sent.body?.includes('"status":"resolved"') ? as(received, 202, undefined) : received,
    }),
    plan: looking(ALERT_SOURCE_SCRIPTS, calls('receiveAlerts', 'revokeAlertSource')),
    seen: { operation: 'receiveAlerts', severity: 'failure' },
  },
  {
    name: 'deliveries of any endpoint that is asked for',
    mistake() {
      let ours: Received | undefined
      return {
        answered({ sent, received }) {
          const { json } = received
          if (!isObject(json) || !Array.isArray(json.deliveries)) return received
          if (json.deliveries.length > 0) ours = received
          return sent.path.includes('endpointId=') ? (ours ?? received) : received
        },
      }
    },
    plan: (operations) => filtered(operations).slice(-1),
    ids: ['listDeliveries', 'createWebhook', 'listWebhooks'],
    seen: { operation: 'listDeliveries', severity: 'failure' },
  },
  {
    name: 'several things that are missing, told one by one',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.body === '{}' && received.status === 400 ? as(received, 400, { error: ['one', 'two'] }) : received,
    }),
    plan: nothingSaid,
    ids: ['createMonitor'],
    seen: { operation: 'createMonitor', rules: ['GEN-01'] },
  },
  {
    name: 'a name that is free again after a month',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'POST' && sent.path.endsWith('/registries') && received.status === 409
          ? as(received, 201, { ...JSON.parse(sent.body ?? '{}'), createdAt: new Date(0).toISOString() })
          : received,
    }),
    plan: (operations) => longTaken(operations, looksAmong(operations)),
    ids: ['createRegistry', 'listRegistries'],
    seen: { operation: 'createRegistry', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))('nothing is found where it is not so: $name', async ({ plan, ids = [] }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

const operation = (id: string, does: string): Goal => ({
  kind: 'call',
  operation: { id, does, entity: 'Thing', parameters: [] } as never,
})
const [create, change, list] = [operation('create', 'create'), operation('change', 'update'), operation('list', 'list')]
const pushed: Goal = { kind: 'event', event: 'pushed', body: () => ({}) }
const later: Goal = { kind: 'event', event: 'advanceClock', body: () => ({}) }

test.concurrent('the looks at the end come before the last change too, unless they do already', () => {
  expect(names(seenBefore([create, change, later, list, list]))).toEqual([
    'create',
    'list',
    'change',
    'advanceClock',
    'list',
    'list',
  ])
  expect(names(seenBefore([create, pushed, list]))).toEqual(['create', 'list', 'pushed', 'list'])
  expect(names(seenBefore([create, list, change, list]))).toEqual(['create', 'list', 'change', 'list'])
})

test.concurrent('nothing is looked at before there is anything, nor between requests that go together', () => {
  expect(names(seenBefore([create, list]))).toEqual(['create', 'list'])
  expect(names(seenBefore([create, { ...change, withNext: true } as Goal, change, list]))).toEqual([
    'create',
    'list',
    'change',
    'change',
    'list',
  ])
})
