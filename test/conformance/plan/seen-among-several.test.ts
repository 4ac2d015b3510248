import { expect, test } from 'vitest'
import { SEVERAL_CHANGES_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/several-changes.ts'
import { SKEW_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/skew.ts'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { varied } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { inCapitals } from '../../../src/conformance/plan/names.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

/** Answers these refusals as if what was asked for had been done, with what was last shown. */
function doneAnyway(method: string): Mistake {
  let shown: unknown
  return {
    answered({ sent, received }) {
      if (received.status < 300 && received.json !== undefined) shown = received.json
      return sent.method === method && received.status === 409
        ? as(received, method === 'DELETE' ? 204 : 200, method === 'DELETE' ? undefined : shown)
        : received
    },
  }
}

const CASES: readonly Case[] = [
  {
    name: 'an image that has gone still counts, if it was not the newest',
    mistake() {
      let most = 0
      return {
        answered({ sent, received }) {
          const { usedBytes } = Object(received.json)
          if (sent.method === 'POST') most = 0
          if (typeof usedBytes !== 'number') return received
          most = Math.max(most, usedBytes)
          return as(received, received.status, { ...Object(received.json), usedBytes: most })
        },
      }
    },
    plan: walksOf(IMAGE_SCRIPTS, (walk) => calls('deleteManifest', 'getRegistry')(walk) && walk.length === 9),
    seen: { operation: 'getRegistry', code: 'usage', wrong: 'lingers' },
  },
  {
    name: 'only the first items of a list are kept',
    mistake: () => ({
      asked(sent) {
        const body: Record<string, unknown> = sent.body ? JSON.parse(sent.body) : {}
        const cut = Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 6) : value]),
        )
        return sent.body ? { ...sent, body: JSON.stringify(cut) } : sent
      },
    }),
    plan: (operations) => varied(operations, looksAmong(operations)),
    ids: ['createRegistryKey', 'listRegistryKeys'],
    seen: { severity: 'failure' },
  },
  {
    name: 'a name in capitals is compared as it was typed and kept in small letters',
    mistake() {
      let first: unknown
      return {
        answered({ sent, received }) {
          const { slug = '' } = sent.method === 'POST' ? JSON.parse(sent.body ?? '{}') : {}
          if (slug !== '' && slug === slug.toLowerCase()) first = received.json
          return slug === slug.toLowerCase() ? received : as(received, 201, first)
        },
      }
    },
    plan: (operations) => inCapitals(operations, looksAmong(operations)),
    ids: ['createRegistry', 'listRegistries'],
    seen: { operation: 'createRegistry', code: 'accepted', rule: 'registry.slug-taken' },
  },
  {
    name: 'a list in place of a text where there are several to be named',
    mistake: () => ({
      answered({ sent, received }) {
        const { error = '' } = Object(received.json)
        const isOfSeveral = sent.method === 'PATCH' && received.status === 409 && String(error).includes(', ')
        return isOfSeveral ? as(received, 409, { error: String(error).split(', ') }) : received
      },
    }),
    plan: walksOf(SKEW_SCRIPTS.slice(-1), () => true),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'of several things in one change only the first two are done',
    mistake: () => ({
      asked(sent) {
        const changes = sent.method === 'PATCH' ? Object.entries(JSON.parse(sent.body ?? '{}')) : []
        return changes.length > 2 ? { ...sent, body: JSON.stringify(Object.fromEntries(changes.slice(0, 2))) } : sent
      },
    }),
    plan: walksOf(
      SEVERAL_CHANGES_SCRIPTS.slice(0, 1),
      (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'updateCluster').length === 1,
    ),
    seen: { severity: 'failure' },
  },
  {
    name: 'what went with a repository comes back with the next push',
    mistake() {
      let before: readonly unknown[] = []
      let isDeleted = false
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && sent.path.includes('repositories')) isDeleted = true
          const { manifests } = Object(received.json)
          if (sent.method === 'POST') [before, isDeleted] = [[], false]
          if (!Array.isArray(manifests)) return received
          if (!isDeleted) before = manifests
          const digests = new Set(manifests.map(({ digest }) => digest))
          const back = before.filter((one) => !digests.has(Object(one).digest))
          return isDeleted ? as(received, 200, { manifests: [...manifests, ...back] }) : received
        },
      }
    },
    plan: walksOf(
      IMAGE_SCRIPTS,
      (walk) => calls('deleteRepository', 'listTags')(walk) && walk.some((goal) => goal.kind === 'event'),
    ),
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'of two keys of one name that which has ended already is ended again',
    mistake() {
      const revoked: string[] = []
      return {
        asked(sent) {
          if (sent.method === 'POST' && !sent.path.endsWith('/keys')) revoked.length = 0
          if (sent.method !== 'DELETE' || !sent.path.includes('/keys/')) return sent
          revoked.push(sent.path)
          return { ...sent, path: revoked[0] ?? sent.path }
        },
      }
    },
    plan: walksOf(
      CREDENTIAL_SCRIPTS,
      (walk) =>
        walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'createRegistryKey').length === 2 &&
        walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'revokeRegistryKey').length === 2,
    ),
    seen: { severity: 'failure' },
  },
  {
    name: 'one agent that is left behind is not in the way',
    mistake: () => doneAnyway('PATCH'),
    plan: walksOf(SKEW_SCRIPTS.slice(-1), () => true),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'only the latest revocations are remembered',
    mistake() {
      const revoked: string[] = []
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && received.status < 300) revoked.push(sent.path)
          const isTurnedAway = sent.method === 'POST' && received.status === 401
          return isTurnedAway && revoked.length > 5 ? as(received, 202, undefined) : received
        },
      }
    },
    plan: walksOf(
      ALERT_SOURCE_SCRIPTS,
      (walk) => calls('receiveAlerts', 'revokeAlertSource')(walk) && walk.length > 20,
    ),
    seen: { operation: 'receiveAlerts', severity: 'failure' },
  },
  {
    name: 'a schedule beside a person is not looked at',
    mistake: () => doneAnyway('DELETE'),
    plan: walksOf(SCHEDULE_SCRIPTS, (walk) => calls('deleteSchedule')(walk) && walk.length === 3),
    seen: { operation: 'deleteSchedule', rules: ['oncall.schedule-targeted'] },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
