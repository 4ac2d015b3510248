import { expect, test } from 'vitest'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { DELIVERY_SCRIPTS } from '../../../src/conformance/areas/email/scripts/deliveries.ts'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { INCIDENT_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { NARROWED_LOGIN_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/narrowed-login.ts'
import { TOKENS_SCRIPTS } from '../../../src/conformance/areas/tokens/scripts.ts'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { call, looksAmong } from '../../../src/conformance/plan/looks.ts'
import { many } from '../../../src/conformance/plan/many.ts'
import { secretsRefused } from '../../../src/conformance/plan/secrets-refused.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const advances = (walk: Walk) => walk.filter((goal) => goal.kind === 'event' && goal.event === 'advanceClock').length

const isTogether = (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.withNext)

/** A list in an answer without the items that are meant. */
const without = (json: unknown, field: string, isMeant: (item: Record<string, unknown>) => boolean): unknown => {
  if (!isObject(json) || !Array.isArray(json[field])) return json
  return { ...json, [field]: json[field].filter((item) => !isMeant(item)) }
}

const CASES: readonly Case[] = [
  {
    name: 'a catalog without what a token may be narrowed to',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.path.endsWith('/iam/catalog') && isObject(received.json)
          ? as(received, 200, { ...received.json, resources: [] })
          : received,
    }),
    plan: (_, all) => [
      ['createRegistry', 'getTokenScopeOptions', 'getIamCatalog'].flatMap((id) => {
        const operation = all.get(id)
        return operation ? [call(operation)] : []
      }),
    ],
    seen: { operation: 'getIamCatalog', code: 'lacks', rules: ['IAM-01'] },
  },
  {
    name: 'a refusal that repeats the secret beside what is no text',
    mistake: () => ({
      answered: ({ sent, received }) =>
        received.status >= 400 && sent.body?.includes(':5')
          ? as(received, received.status, { error: `not a text: ${sent.body}` })
          : received,
    }),
    plan: (operations) => secretsRefused(operations),
    ids: ['setProviderCredential'],
    seen: { operation: 'setProviderCredential', check: 'secret', rules: ['GEN-06'] },
  },
  {
    name: 'a refusal that repeats the body with its secret',
    mistake: () => ({
      answered: ({ sent, received }) =>
        received.status >= 400 && sent.method === 'PUT' && sent.body
          ? as(received, received.status, { error: `this is not complete: ${sent.body}` })
          : received,
    }),
    plan: (operations) => secretsRefused(operations),
    ids: ['setProviderCredential'],
    seen: { operation: 'setProviderCredential', check: 'secret', rules: ['GEN-06'] },
  },
  {
    name: 'one of two overrides that are added at once is lost',
    mistake() {
      let [under, lost] = [0, '']
      return {
        asked(sent) {
          if (sent.path.endsWith('/overrides')) under++
          return sent
        },
        answered({ sent, received }) {
          if (!sent.path.endsWith('/overrides')) {
            const { schedules = [] } = isObject(received.json) ? received.json : {}
            return Array.isArray(schedules) && sent.method === 'GET'
              ? as(received, 200, {
                  schedules: schedules.map((one) => without(one, 'overrides', ({ id }) => id === lost)),
                })
              : received
          }
          if (under > 1 && isObject(received.json)) lost = String(received.json.id)
          under--
          return received
        },
      }
    },
    plan: (operations) => branches(operations, looksAmong(operations)).filter(isTogether),
    ids: ['createSchedule', 'addOverride', 'listSchedules'],
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'what is taken is looked for among the first ten',
    mistake() {
      let [made, last]: [number, object] = [0, {}]
      return {
        answered({ sent, received }) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/services')) return received
          made++
          if (isObject(received.json) && received.status === 201) last = received.json
          return made > 11 && received.status === 409 ? as(received, 201, { ...last, id: 'svc_another' }) : received
        },
      }
    },
    plan: (operations) => many(operations, looksAmong(operations)),
    ids: ['createUptimeService'],
    seen: { operation: 'createUptimeService', code: 'accepted' },
  },
  {
    name: 'a caller without access to registries gets a login all the same',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.path.endsWith('/login') && received.status === 403
          ? as(received, 404, { error: 'there is no registry for you' })
          : received,
    }),
    plan: walksOf(NARROWED_LOGIN_SCRIPTS, (walk) => walk.length === 3),
    seen: { operation: 'createLoginCredential', rules: ['registry.access-needed'] },
  },
  {
    name: 'paging rules that go with the credential',
    mistake() {
      let isCleared = false
      return {
        answered({ sent, received }) {
          isCleared ||= sent.method === 'DELETE' && sent.path.endsWith('/provider-credential')
          return isCleared && sent.method === 'GET' && sent.path.endsWith('/paging-settings')
            ? as(
                received,
                200,
                without(received.json, 'rules', ({ channel }) => channel === 'sms'),
              )
            : received
        },
      }
    },
    plan: walksOf(PAGING_SCRIPTS, (walk) => calls('clearProviderCredential', 'getPagingSettings')(walk)),
    seen: { operation: 'getPagingSettings', severity: 'failure' },
  },
  {
    name: 'an end of a roll that forgets what came meanwhile',
    mistake() {
      let isChanged = false
      const lost = new Set<unknown>()
      return {
        answered({ sent, received }) {
          isChanged ||= sent.method === 'PATCH'
          if (isChanged && sent.method === 'POST' && isObject(received.json)) lost.add(received.json.id)
          return sent.method === 'GET'
            ? as(
                received,
                200,
                without(received.json, 'tokens', ({ id }) => lost.has(id)),
              )
            : received
        },
      }
    },
    plan: walksOf(RUNNING_SCRIPTS, calls('updateCluster', 'createRegistrationToken', 'listRegistrationTokens')),
    seen: { operation: 'listRegistrationTokens', code: 'lacks' },
  },
  {
    name: 'a token that was used lately and does not end',
    mistake() {
      let last: unknown
      return {
        answered({ sent, received }) {
          if (sent.method !== 'GET' || !sent.path.endsWith('/tokens')) return received
          if (received.status === 200) last = received.json
          return received.status === 401 && last !== undefined ? as(received, 200, last) : received
        },
      }
    },
    plan: walksOf(TOKENS_SCRIPTS, (walk) => advances(walk) === 2 && calls('createToken')(walk)),
    seen: { operation: 'listTokens', severity: 'warning', rules: ['general.credential-expired'] },
  },
  {
    name: 'a manual incident that resolves along with another one',
    mistake() {
      let isOver = false
      return {
        answered({ sent, received }) {
          isOver ||= sent.body?.includes('"status":"resolved"') === true && sent.path.includes('alert')
          return isOver && sent.method === 'GET'
            ? as(
                received,
                200,
                without(received.json, 'incidents', ({ firingAlerts }) => firingAlerts === 0),
              )
            : received
        },
      }
    },
    plan: walksOf(ALERT_SOURCE_SCRIPTS, calls('openIncident', 'receiveAlerts', 'listIncidents')),
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'a refusal that shows what another organization has',
    mistake() {
      let taken: unknown
      return {
        answered({ sent, received }) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/domains')) return received
          if (received.status === 201) taken ??= received.json
          return received.status === 409 ? as(received, 409, { error: 'it is taken', domain: taken }) : received
        },
      }
    },
    plan: ([create]) => {
      let name: unknown
      return create
        ? [
            [
              { ...call(create, 'neighbour'), drawn: ({ body }) => (name = Object(body).name) },
              { ...call(create), body: () => ({ name }), intent: 'broken' },
            ],
          ]
        : []
    },
    ids: ['createDomain'],
    seen: { operation: 'createDomain', code: 'holds', why: 'elsewhere', rules: ['GEN-04'] },
  },
  {
    name: 'a time of delivery for what never arrived',
    mistake: () => ({
      answered({ received }) {
        const { deliveries } = isObject(received.json) ? received.json : {}
        if (!Array.isArray(deliveries)) return received
        const timed = deliveries.map((one) => ({ ...one, deliveredAt: one.deliveredAt ?? one.createdAt }))
        return as(received, 200, { deliveries: timed })
      },
    }),
    plan: walksOf(DELIVERY_SCRIPTS, calls('listDeliveries')),
    seen: { operation: 'listDeliveries', code: 'unset', severity: 'warning' },
  },
  {
    name: 'a list of what is over that shows that of others',
    mistake() {
      let theirs: unknown
      return {
        answered({ sent, received }) {
          if (sent.path.endsWith('/resolve')) theirs = received.json
          if (!sent.path.includes('status=') || !isObject(received.json) || theirs === undefined) return received
          return as(received, 200, { incidents: [theirs] })
        },
      }
    },
    plan: walksOf(INCIDENT_SCRIPTS, (walk) => walk.length === 3 && calls('resolveIncident', 'listIncidents')(walk)),
    seen: { operation: 'listIncidents', code: 'holds', why: 'elsewhere' },
  },
  {
    name: 'an image that goes by the name of another repository',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'DELETE' ? { ...sent, path: sent.path.replace('repo=other', 'repo=app') } : sent,
    }),
    plan: walksOf(IMAGE_SCRIPTS, (walk) =>
      walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'deleteManifest' && goal.intent === 'broken'),
    ),
    seen: { operation: 'listManifests', code: 'lacks' },
  },
  {
    name: 'a service that comes twice in the permission catalog',
    mistake: () => ({
      answered({ received }) {
        const [first] = isObject(received.json) && Array.isArray(received.json.services) ? received.json.services : []
        if (!isObject(first) || !Array.isArray(first.resources) || !isObject(received.json)) return received
        const [one, ...rest] = first.resources
        const [, ...others] = received.json.services as object[]
        return as(received, 200, {
          services: [{ ...first, resources: [one] }, ...others, { ...first, resources: rest }],
        })
      },
    }),
    plan: ([list]) => (list ? [[call(list)]] : []),
    ids: ['listPermissions'],
    seen: { operation: 'listPermissions', code: 'twice', severity: 'warning' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
