import { expect, test } from 'vitest'
import { DELIVERY_SCRIPTS } from '../../../src/conformance/areas/email/scripts/deliveries.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../src/conformance/areas/email/scripts/message-log.ts'
import { SENDING_SCRIPTS } from '../../../src/conformance/areas/email/scripts/sending.ts'
import { INCIDENT_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { REGISTRY_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/registries.ts'
import { HISTORY_SCRIPTS } from '../../../src/conformance/areas/uptime/history-scripts.ts'
import { varied } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { CallGoal, Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const DAY_MS = 86_400_000

/** Walks with an outside event of this name, and at least so many of it. */
const causes =
  (event: string, least = 1) =>
  (walk: Walk): boolean =>
    walk.filter((goal) => goal.kind === 'event' && goal.event === event).length >= least

const isCall = (goal: Walk[number]): goal is CallGoal => goal.kind === 'call'

/** Whatever is refused at the sending door is accepted all the same. */
function secondAccepted(): Mistake {
  let quota = Number.POSITIVE_INFINITY
  let more = 0
  return {
    answered({ sent, received }) {
      const isLast = sent.path.includes('/send') && quota < 100_000
      if (isLast && received.status >= 400) more++
      if (isObject(received.json) && typeof received.json.dailyQuota === 'number') {
        quota = received.json.dailyQuota
        return as(received, 200, { ...received.json, acceptedToday: Number(received.json.acceptedToday) + more })
      }
      return isLast && received.status >= 400 ? as(received, 202, { id: 'mes_one_more' }) : received
    },
  }
}

/** An answer with other items in one of its lists. */
function withItems(received: Received, field: string, change: (item: Record<string, unknown>) => unknown): Received {
  const { json } = received
  if (!isObject(json) || !Array.isArray(json[field])) return received
  return as(received, received.status, {
    ...json,
    [field]: json[field].map(change).filter((item) => item !== undefined),
  })
}

const CASES: readonly Case[] = [
  {
    name: 'a pause that is lifted with a suppression',
    mistake() {
      let lifted = false
      return {
        answered({ sent, received }) {
          lifted ||= sent.method === 'DELETE' && sent.path.includes('/suppressions/')
          if (!lifted || !sent.path.endsWith('/email/settings') || !isObject(received.json)) return received
          const { pausedAt: _at, pauseReason: _why, ...shown } = received.json
          return as(received, 200, { ...shown, paused: false })
        },
      }
    },
    plan: walksOf(MESSAGE_LOG_SCRIPTS, causes('messageBounced', 10)),
    seen: { operation: 'getEmailSettings', rules: ['email.pause-shown'] },
  },
  {
    name: 'a pause that stops everything',
    mistake() {
      let paused = false
      return {
        answered({ sent, received }) {
          if (isObject(received.json) && typeof received.json.paused === 'boolean') paused = received.json.paused
          return paused && sent.method === 'POST' && sent.path.endsWith('/check')
            ? as(received, 403, { error: 'sending is paused' })
            : received
        },
      }
    },
    plan: walksOf(MESSAGE_LOG_SCRIPTS, causes('messageBounced', 10)),
    seen: { operation: 'checkDomain', severity: 'failure' },
  },
  {
    name: 'a message that goes when its content is asked for too late',
    mistake() {
      let gone = ''
      return {
        answered({ sent, received }) {
          const [, id = ''] = /messages\/([^/]+)\/content/.exec(sent.path) ?? []
          if (received.status === 404 && id !== '') gone = id
          return gone !== '' && sent.path.endsWith(gone) ? as(received, 404, { error: 'unknown' }) : received
        },
      }
    },
    plan: walksOf(MESSAGE_LOG_SCRIPTS, calls('getMessageContent', 'getMessage', 'listMessages')),
    seen: { operation: 'getMessage', severity: 'failure' },
  },
  {
    name: 'old mail that is no longer found by its recipient',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.path.includes('to=')
          ? withItems(received, 'messages', (message) =>
              Date.parse(String(message.createdAt)) < Date.now() - 30 * DAY_MS ? undefined : message,
            )
          : received,
    }),
    plan: walksOf(MESSAGE_LOG_SCRIPTS, (walk) => causes('messageSent')(walk) && walk.filter(isCall).length <= 3),
    seen: { operation: 'listMessages', rules: ['email.log-filtered'] },
  },
  {
    name: 'a delivery that is cancelled with its endpoint',
    mistake() {
      let disabled = false
      return {
        answered({ sent, received }) {
          disabled ||= sent.method === 'PATCH' && sent.body?.includes('"disabled":true') === true
          return disabled ? withItems(received, 'deliveries', (one) => ({ ...one, state: 'cancelled' })) : received
        },
      }
    },
    plan: walksOf(DELIVERY_SCRIPTS, calls('updateWebhook', 'listDeliveries')),
    seen: { operation: 'listDeliveries', rules: ['GEN-02'] },
  },
  {
    name: 'two messages at once for the last place of the day',
    mistake: secondAccepted,
    plan: walksOf(SENDING_SCRIPTS, (walk) => walk.some((goal) => isCall(goal) && goal.withNext)),
    seen: { operation: 'getEmailSettings', rules: ['LIM-02'] },
  },
  {
    name: 'a domain that receives and begins anew when it is armed again',
    mistake() {
      let isVerified = false
      return {
        answered({ sent, received }) {
          const isShown = isObject(received.json) && received.json.receiveState === 'verified'
          if (isShown && sent.method === 'GET') isVerified = true
          const isArmed = isVerified && sent.method === 'POST' && sent.path.endsWith('/receive')
          return isArmed ? as(received, 200, { ...Object(received.json), receiveState: 'pending' }) : received
        },
      }
    },
    plan: walksOf(MESSAGE_LOG_SCRIPTS, calls('armDomainReceiving', 'getDomain', 'getEmailSettings')),
    seen: { operation: 'armDomainReceiving', rules: ['EML-08'], severity: 'warning' },
  },
  {
    name: 'a key that is as it was a moment after it was revoked',
    mistake() {
      let revokedMs = Number.POSITIVE_INFINITY
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && sent.path.includes('/keys/')) revokedMs = Date.now()
          // It writes uses down later, and is waited for because of that.
          return Date.now() - revokedMs > 300
            ? withItems(received, 'keys', ({ revokedAt: _at, ...key }) => key)
            : withItems(received, 'keys', ({ lastUsedAt: _at, ...key }) => key)
        },
      }
    },
    plan: walksOf(CREDENTIAL_SCRIPTS, (walk) =>
      walk.some((goal) => isCall(goal) && goal.after && goal.operation.id === 'listRegistryKeys'),
    ),
    seen: { operation: 'listRegistryKeys', severity: 'failure' },
  },
  {
    name: 'a purge that takes every untagged image with it',
    mistake() {
      let purged = false
      return {
        answered({ sent, received }) {
          purged ||= sent.method === 'DELETE' && sent.path.includes('purge=')
          return purged
            ? withItems(received, 'manifests', (one) =>
                Array.isArray(one.tags) && one.tags.length === 0 ? undefined : one,
              )
            : received
        },
      }
    },
    plan: walksOf(IMAGE_SCRIPTS, calls('deleteTag', 'listManifests')),
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'a slug of another organization that is called forbidden',
    mistake() {
      const slugs = new Map<string, string>()
      return {
        answered({ sent, received }) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/registries')) return received
          const { slug } = JSON.parse(sent.body ?? '{}')
          const by = String(sent.headers.Authorization ?? sent.headers.authorization)
          const isTheirs = received.status === 409 && slugs.get(slug) !== by
          if (received.status === 201) slugs.set(slug, by)
          return isTheirs ? as(received, 403, { error: 'it belongs to another organization' }) : received
        },
      }
    },
    plan: walksOf(REGISTRY_SCRIPTS, (walk) => walk.filter(isCall).length === 3),
    seen: { operation: 'createRegistry', rules: ['registry.slug-taken'] },
  },
  {
    name: 'an alert that moves from the resolved incident to the next',
    mistake() {
      const resolved = new Set<string>()
      let again = false
      return {
        answered({ sent, received }) {
          const { json } = received
          if (!isObject(json)) return received
          if (json.status === 'resolved') resolved.add(String(json.id))
          if (sent.method !== 'GET') again = false
          again ||= Array.isArray(json.incidents) && json.incidents.some((one) => !resolved.has(one.id))
          const isLate = again && resolved.has(String(json.id)) && sent.method === 'GET'
          const shown = Object.entries(json).map(([name, value]) => [name, Array.isArray(value) ? [] : value])
          return isLate ? as(received, 200, Object.fromEntries(shown)) : received
        },
      }
    },
    plan: walksOf(
      INCIDENT_SCRIPTS,
      (walk) => causes('alertFires', 2)(walk) && calls('resolveIncident', 'getIncident')(walk),
    ),
    seen: { operation: 'getIncident', rules: ['ONC-08'] },
  },
  {
    name: 'a wider window that is empty',
    mistake: () => ({
      answered: ({ sent, received }) =>
        /window=(24h|7d)/.test(sent.path) ? withItems(received, 'series', (one) => ({ ...one, points: [] })) : received,
    }),
    plan: walksOf(HISTORY_SCRIPTS, (walk) => calls('getMonitorMetrics')(walk) && causes('advanceClock', 4)(walk)),
    seen: { operation: 'getMonitorMetrics', rules: ['UPT-06'] },
  },
  {
    name: 'an address that is cut off',
    mistake: () => ({
      answered({ sent, received }) {
        if (!sent.path.endsWith('/contacts') || !isObject(received.json) || received.status !== 200) return received
        const cut = Object.entries(received.json).map(([name, address]) => [name, String(address).slice(0, 64)])
        return as(received, 200, Object.fromEntries(cut))
      },
    }),
    plan: (operations) => varied(operations, looksAmong(operations)),
    ids: ['updateContacts', 'getContacts'],
    seen: { operation: 'updateContacts', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
