import { expect, test } from 'vitest'
import { CHANGE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/changes.ts'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { SEVERAL_CHANGES_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/several-changes.ts'
import { INCIDENT_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { ORGANIZATION_SCRIPTS } from '../../../src/conformance/areas/organization/scripts.ts'
import { NARROWED_LOGIN_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/narrowed-login.ts'
import { TOKENS_SCRIPTS } from '../../../src/conformance/areas/tokens/scripts.ts'
import { HISTORY_SCRIPTS } from '../../../src/conformance/areas/uptime/history-scripts.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { newUnderOldName } from '../../../src/conformance/plan/names.ts'
import { partsStay } from '../../../src/conformance/plan/parts-stay.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

type Item = Readonly<Record<string, unknown>>

const timesCalled = (walk: Walk, id: string) =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length
const calls = (id: string) => (walk: Walk) => timesCalled(walk, id) > 0
const causes = (event: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'event' && goal.event === event)
const among =
  (scripts: readonly Script[], isMeant: (walk: Walk) => boolean = () => true): Plan =>
  (_, all) =>
    scripts.flatMap(({ walks }) => walks(all) ?? []).filter(isMeant)

/** Answers a refusal of such a request as if it had been done, with what was last shown there. */
function doneAnyway(isMeant: (sent: { method: string; path: string; body?: string | undefined }) => boolean): Mistake {
  let shown: unknown
  return {
    answered({ sent, received }) {
      if (received.status < 300 && received.json !== undefined) shown = received.json
      return isMeant(sent) && received.status >= 400 ? as(received, 200, shown) : received
    },
  }
}

interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids?: readonly string[]
  readonly seen: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = [
  {
    name: 'a version is not looked at beside another change',
    mistake: () =>
      doneAnyway(({ body = '' }) => body.includes('orchestratorVersion') && body.includes('managedLoadBalancers')),
    plan: among(CHANGE_SCRIPTS.slice(0, 1), ({ length }) => length < 8),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'only one component has to have headroom',
    mistake() {
      let cluster: unknown
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST') cluster = received.json
          const isOther = /headroom: (?!api-server)/.test(received.text)
          return received.status === 409 && isOther ? as(received, 200, cluster) : received
        },
      }
    },
    plan: among(CHANGE_SCRIPTS, causes('headroomChanges')),
    seen: { operation: 'updateCluster', rules: ['clusters.no-headroom'] },
  },
  {
    name: 'one of two things in a change is lost',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'PATCH' && sent.body?.includes('tier')
          ? { ...sent, body: sent.body.replace(/"replicas":\d,/, '') }
          : sent,
    }),
    plan: among(SEVERAL_CHANGES_SCRIPTS.slice(0, 1), (walk) => timesCalled(walk, 'updateCluster') === 1),
    seen: { severity: 'failure' },
  },
  {
    name: 'a token is good at another cluster',
    mistake: () => ({
      answered({ sent, received }) {
        const { node } = JSON.parse(sent.body ?? '{}')
        const isKeptOut = sent.path.endsWith('/join') && received.status >= 400
        return isKeptOut ? as(received, 201, { name: node, ready: false, agentVersion: '1.30.0' }) : received
      },
    }),
    plan: among(JOINING_SCRIPTS, (walk) => calls('joinNode')(walk) && timesCalled(walk, 'createCluster') === 2),
    seen: { operation: 'joinNode', severity: 'failure' },
  },
  {
    name: 'a token for something else changes contacts',
    mistake: () => ({
      answered({ sent, received }) {
        const isRefused = sent.method === 'PATCH' && received.status === 403
        const address = 'somebody@contacts.example'
        const contacts = { billingEmail: address, technicalEmail: address, securityEmail: address }
        return isRefused ? as(received, 200, { ...contacts, ...JSON.parse(sent.body ?? '{}') }) : received
      },
    }),
    plan: among(ORGANIZATION_SCRIPTS, (walk) => calls('createToken')(walk) && walk.length === 3),
    seen: { operation: 'updateContacts', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'a token manages what its owner no longer manages',
    mistake: () => doneAnyway(({ method, path }) => method === 'PATCH' && path.endsWith('/contacts')),
    plan: among(ORGANIZATION_SCRIPTS, (walk) => calls('createToken')(walk) && causes('roleChanges')(walk)),
    seen: { operation: 'updateContacts', rules: ['organization.contacts-for-managers'] },
  },
  {
    name: 'a token lists those of others',
    mistake() {
      const owners = new Map<string, Received>()
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/tokens')) return received
          if (sent.method === 'POST') owners.set(String(Object(received.json).id), received)
          if (sent.method !== 'GET' || received.status !== 200) return received
          const tokens: readonly Item[] = Object(received.json).tokens
          const [own] = tokens
          const more = [...owners.keys()].filter((id) => !tokens.some((one) => one.id === id))
          return as(received, 200, { tokens: [...tokens, ...more.map((id) => ({ ...own, id }))] })
        },
      }
    },
    plan: among(TOKENS_SCRIPTS.slice(0, 1), (walk) => timesCalled(walk, 'createToken') === 3),
    seen: { operation: 'listTokens', severity: 'failure' },
  },
  {
    name: 'a login by a narrowed caller is for everything',
    mistake() {
      const slugs: string[] = []
      return {
        answered({ received }) {
          const { slug, storageQuotaBytes, password, scope } = Object(received.json)
          if (storageQuotaBytes !== undefined) slugs.push(slug)
          if (password === undefined || !Array.isArray(scope)) return received
          const all = slugs.map((registry) => ({ registry, mode: 'readwrite' }))
          return as(received, received.status, { ...Object(received.json), scope: all })
        },
      }
    },
    plan: among(NARROWED_LOGIN_SCRIPTS),
    seen: { operation: 'createLoginCredential', severity: 'failure' },
  },
  {
    name: 'a second update bears the name of the first author',
    mistake() {
      let first: unknown
      return {
        answered({ received }) {
          const { byLabel } = Object(received.json)
          first ??= byLabel
          return byLabel === undefined
            ? received
            : as(received, received.status, { ...Object(received.json), byLabel: first })
        },
      }
    },
    plan: among(INCIDENT_SCRIPTS, (walk) => timesCalled(walk, 'publishUpdate') === 2 && walk.length === 3),
    seen: { operation: 'publishUpdate', severity: 'failure' },
  },
  {
    name: 'one policy that a service has is enough to look for',
    mistake() {
      let kept = ''
      return {
        answered({ sent, received }) {
          if (sent.method !== 'DELETE' || received.status !== 409) return received
          kept ||= sent.path
          return kept === sent.path ? received : as(received, 204, undefined)
        },
      }
    },
    plan: among(SCHEDULE_SCRIPTS, (walk) => timesCalled(walk, 'deleteEscalationPolicy') === 4),
    seen: { operation: 'deleteEscalationPolicy', rules: ['oncall.policy-referenced'] },
  },
  {
    name: 'somebody takes over at a handoff that a schedule no longer has',
    mistake() {
      let looks = 0
      return {
        answered({ sent, received }) {
          const { schedules } = Object(received.json)
          if (sent.method !== 'GET' || !Array.isArray(schedules)) return received
          const place = looks++ % 2
          const turned = schedules.map((one) => ({
            ...one,
            onCallNow: { ...one.onCallNow, ...one.participants[place], override: false },
          }))
          return as(received, 200, { schedules: turned })
        },
      }
    },
    plan: among(SCHEDULE_SCRIPTS, (walk) => calls('updateSchedule')(walk) && causes('advanceClock')(walk)),
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'an override is shown on every schedule of the name',
    mistake: () => ({
      answered({ received }) {
        const { schedules } = Object(received.json)
        if (!Array.isArray(schedules)) return received
        const all = schedules.flatMap(({ overrides }) => overrides)
        return as(received, 200, { schedules: schedules.map((one) => ({ ...one, overrides: all })) })
      },
    }),
    plan: among(SCHEDULE_SCRIPTS, (walk) => calls('addOverride')(walk) && timesCalled(walk, 'createSchedule') === 2),
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'what belongs to a thing goes when the thing is changed',
    mistake() {
      let isChanged = false
      const without = (one: Item) => ({ ...one, overrides: [] })
      return {
        answered({ sent, received }) {
          if (sent.method === 'PATCH' || sent.method === 'PUT') isChanged = true
          const { schedules } = Object(received.json)
          if (!isChanged || !Array.isArray(schedules)) return received
          return as(received, received.status, { schedules: schedules.map(without) })
        },
      }
    },
    plan: (operations) => partsStay(operations, looksAmong(operations)),
    ids: ['createSchedule', 'addOverride', 'updateSchedule', 'listSchedules'],
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'monitors of the same target share their failures',
    mistake() {
      let all: readonly unknown[] = []
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/failures')) return received
          const own: readonly unknown[] = Object(received.json).failures
          if (own.length > 0) all = own
          return as(received, 200, { failures: all })
        },
      }
    },
    // The one that failed is looked at first here.
    plan: (operations, all) =>
      among(HISTORY_SCRIPTS, calls('listMonitorTransitions'))(operations, all).map((walk) => [
        ...walk,
        ...walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'listMonitorFailures'),
      ]),
    seen: { operation: 'listMonitorFailures', code: 'holds' },
  },
  {
    name: 'a new registry has the keys of the one before it',
    mistake() {
      let before: Received | undefined
      return {
        answered({ sent, received }) {
          const { keys } = Object(received.json)
          if (sent.method !== 'GET' || !Array.isArray(keys)) return received
          if (keys.length > 0) before = received
          return keys.length === 0 && before ? before : received
        },
      }
    },
    plan: newUnderOldName,
    ids: ['createRegistry', 'deleteRegistry', 'createRegistryKey', 'listRegistryKeys', 'listTags'],
    seen: { operation: 'listRegistryKeys', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))('nothing is found where it is not so: $name', async ({ plan, ids = [] }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
