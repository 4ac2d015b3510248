import { expect, test } from 'vitest'
import { CHANGE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/changes.ts'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { SEVERAL_CHANGES_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/several-changes.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../src/conformance/areas/email/scripts/message-log.ts'
import { ROUTE_SCRIPTS } from '../../../src/conformance/areas/email/scripts/routes.ts'
import { SENDING_SCRIPTS } from '../../../src/conformance/areas/email/scripts/sending.ts'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { ORGANIZATION_SCRIPTS } from '../../../src/conformance/areas/organization/scripts.ts'
import { TOKENS_SCRIPTS } from '../../../src/conformance/areas/tokens/scripts.ts'
import { unreadable } from '../../../src/conformance/plan/by-operation.ts'
import { byReaders } from '../../../src/conformance/plan/by-readers.ts'
import { filtered } from '../../../src/conformance/plan/filters.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { many } from '../../../src/conformance/plan/many.ts'
import { nearTwins } from '../../../src/conformance/plan/near-twins.ts'
import { sameValues } from '../../../src/conformance/plan/same-values.ts'
import { scoped, severalGrants } from '../../../src/conformance/plan/scoped.ts'
import { replaced } from '../../../src/conformance/plan/several.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import { switchedReferrers } from '../../../src/conformance/plan/switched-referrers.ts'
import { bystanders } from '../../../src/conformance/plan/through-time.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Received, Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

/** Not one of those that fill a list. */
const isShort = ({ length }: Walk): boolean => length < 12

const calls = (id: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)
const isOverride = (walk: Walk): boolean => calls('addOverride')(walk) && walk.length === 3
const isInterrupted = (walk: Walk): boolean =>
  walk.some((goal) => goal.kind === 'event' && goal.event === 'clusterChangesConcurrently')

const waitsForAnotherDay = (walk: Walk): boolean => calls('getEmailSettings')(walk) && isShort(walk)

const ROUTED = ['createRoute', 'listRoutes', 'deleteRoute', 'createWebhook', 'updateWebhook', 'deleteWebhook']

/** True for a body that is no JSON. */
function isUnfinished({ body }: Sent): boolean {
  try {
    JSON.parse(body ?? '{}')
    return false
  } catch {
    return true
  }
}

interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids: readonly string[]
  readonly seen: Readonly<Record<string, unknown>>
}

/** A target whose lists of schedules show somebody else on call: the one in this place, or who is there. */
const onCallBy =
  (placeOf: (seen: { readonly looks: number; readonly handoff: { readonly dow?: number } }) => number | undefined) =>
  (): Mistake => {
    let looks = 0
    return {
      answered({ sent, received }) {
        if (!isObject(received.json) || !Array.isArray(received.json.schedules)) return received
        looks += Number(sent.method === 'GET')
        const schedules = received.json.schedules.map((schedule) => {
          const { participants, handoff, onCallNow } = schedule
          const place = placeOf({ looks, handoff })
          if (place === undefined) return schedule
          const { userId, label } = participants[place % participants.length]
          return { ...schedule, onCallNow: { ...onCallNow, userId, label } }
        })
        return as(received, received.status, { schedules })
      },
    }
  }

const CASES: readonly Case[] = [
  {
    name: 'an alert takes an incident out of the hands of whoever acknowledged it',
    mistake() {
      let [acknowledged, reopened] = [false, false]
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && acknowledged) reopened = true
          acknowledged ||= sent.path.endsWith('/acknowledge')
          if (!reopened || !isObject(received.json) || !Array.isArray(received.json.incidents)) return received
          const incidents = received.json.incidents.map((incident) => ({ ...incident, status: 'open' }))
          return as(received, received.status, { ...received.json, incidents })
        },
      }
    },
    plan: (_, all) =>
      ALERT_SOURCE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(calls('acknowledgeIncident')),
    ids: [],
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'a phone number that ends with a line feed',
    mistake: () => ({
      asked: (sent) => ({ ...sent, body: sent.body?.replace(String.raw`\n"`, '"') }),
      answered: ({ sent, received }) =>
        sent.body?.includes(String.raw`\n"`) && isObject(received.json)
          ? as(received, received.status, { ...received.json, phone: `${received.json.phone}\n` })
          : received,
    }),
    plan: (_, all) =>
      PAGING_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(
        (walk) => walk.filter((goal) => calls('savePagingSettings')([goal])).length > 4,
      ),
    ids: [],
    seen: { operation: 'savePagingSettings', code: 'no-phone-number' },
  },
  {
    name: 'a filter that does not count beside another',
    mistake: () => ({
      asked: (sent) => ({ ...sent, path: sent.path.replace(/(messageId=[^&]*)&endpointId=[^&]*/, '$1') }),
    }),
    plan: filtered,
    ids: ['listDeliveries', 'createWebhook'],
    seen: { operation: 'listDeliveries', severity: 'failure' },
  },
  {
    name: 'a domain that was refused a route before it was armed gets none afterwards',
    mistake() {
      const [armed, refused] = [new Set<unknown>(), new Set<unknown>()]
      return {
        answered({ sent, received }) {
          armed.add(/domains\/([^/]+)\/receive$/.exec(sent.path)?.[1])
          if (sent.method !== 'POST' || !sent.path.endsWith('/email/routes')) return received
          const { domainId } = JSON.parse(sent.body ?? '{}')
          if (received.status === 409 && !armed.has(domainId)) refused.add(domainId)
          return refused.has(domainId) ? as(received, 409, { error: 'this domain does not receive' }) : received
        },
      }
    },
    plan: (_, all) => ROUTE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'createRoute', severity: 'failure' },
  },
  {
    name: 'a registration token that stays off',
    mistake: () => ({
      asked: (sent) => ({ ...sent, body: sent.body?.replace('"disabled":false', '"disabled":true') }),
    }),
    plan: (_, all) => JOINING_SCRIPTS.slice(0, 1).flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'listRegistrationTokens', severity: 'failure' },
  },
  {
    name: 'a count of today that never begins anew',
    mistake() {
      let most = 0
      return {
        answered({ received }) {
          if (!isObject(received.json) || typeof received.json.acceptedToday !== 'number') return received
          most = Math.max(most, received.json.acceptedToday)
          return as(received, received.status, { ...received.json, acceptedToday: most })
        },
      }
    },
    plan: (_, all) => MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(waitsForAnotherDay),
    ids: [],
    seen: { operation: 'getEmailSettings', path: 'acceptedToday', expected: 0 },
  },
  {
    name: 'what must be unique is so only beside the same other fields',
    mistake() {
      let first: { endpointId?: string } = {}
      return {
        answered({ sent, received }) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/email/routes')) return received
          const body = JSON.parse(sent.body ?? '{}')
          if (received.status === 201) first = body
          const passes = received.status === 409 && first.endpointId !== body.endpointId
          const route = { ...body, id: 'made-up-route', createdAt: new Date(received.dateMs ?? 0).toISOString() }
          return passes ? as(received, 201, route) : received
        },
      }
    },
    plan: (operations) => nearTwins(operations, looksAmong(operations)),
    ids: ['createRoute', 'createWebhook'],
    seen: { operation: 'createRoute', rules: ['email.pattern-taken'] },
  },
  {
    name: 'what is switched off can be removed though something refers to it',
    mistake() {
      const off = new Set<string>()
      return {
        answered({ sent, received }) {
          const [, id = ''] = /\/webhooks\/([^/]+)$/.exec(sent.path) ?? []
          if (sent.method === 'PATCH' && sent.body === '{"disabled":true}') off.add(id)
          return sent.method === 'DELETE' && off.has(id) ? as(received, 204, undefined) : received
        },
      }
    },
    plan: (operations) => switchedReferrers(operations, () => []),
    ids: ROUTED,
    seen: { operation: 'deleteWebhook', rules: ['email.route-targets-endpoint'] },
  },
  {
    name: 'a grant for one thing reaches what belongs to another',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'DELETE' && sent.path.includes('/email/routes/') && received.status === 403
          ? as(received, 204, undefined)
          : received,
    }),
    plan: scoped,
    ids: ['createDomain', 'armDomainReceiving', 'createRoute', 'deleteRoute'],
    seen: { operation: 'deleteRoute', severity: 'failure' },
  },
  {
    name: 'a token for reading deletes',
    mistake() {
      let owner = {}
      return {
        asked(sent) {
          if (sent.path.endsWith('/tokens')) owner = sent.headers
          return sent.method === 'DELETE' ? { ...sent, headers: { ...sent.headers, ...owner } } : sent
        },
      }
    },
    plan: (operations, all) => byReaders(operations, all, () => []),
    ids: ['createUptimeService', 'renameUptimeService', 'deleteUptimeService'],
    seen: { operation: 'deleteUptimeService', rules: ['tokens.scope-exceeded'], severity: 'failure' },
  },
  {
    name: 'a permission for one thing counts for another that may only be read',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'POST' && sent.path.endsWith('/keys') && received.status === 403
          ? as(received, 201, { keyId: 'made-up-key', secret: 'a-secret-that-nobody-knows' })
          : received,
    }),
    plan: severalGrants,
    ids: ['createRegistry', 'createRegistryKey'],
    seen: { operation: 'createRegistryKey', severity: 'failure' },
  },
  {
    name: 'an address that collides for billing is refused for everything',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'PATCH' && /"(technical|security)Email":"in-use-/.test(sent.body ?? '')
          ? as(received, 409, { error: 'this address is in use' })
          : received,
    }),
    plan: (_, all) => ORGANIZATION_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'updateContacts', check: 'accepted' },
  },
  {
    name: 'times of an override are compared as they are written',
    mistake: () => ({
      asked: (sent) =>
        sent.path.endsWith('/overrides') ? { ...sent, body: sent.body?.replace(/[+-]\d\d:00"/g, 'Z"') } : sent,
    }),
    plan: (_, all) => SCHEDULE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isOverride),
    ids: [],
    seen: { severity: 'failure' },
  },
  {
    name: 'a small change is accepted while another is under way',
    mistake() {
      let cluster: unknown
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && sent.path.endsWith('/clusters')) cluster = received.json
          const isSmall = sent.method === 'PATCH' && sent.body === '{"replicas":3}'
          return isSmall && received.status === 409 ? as(received, 200, cluster) : received
        },
      }
    },
    plan: (_, all) => CHANGE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isInterrupted),
    ids: [],
    seen: { operation: 'updateCluster', rules: ['clusters.concurrent-change'] },
  },
  {
    name: 'what ends for one thing ends for others beside it',
    mistake() {
      const fired = new Set<unknown>()
      return {
        answered({ sent, received }) {
          const { json } = received
          if (!/\/oncall\/incidents$/.test(sent.path) || received.status !== 200) return received
          const { incidents } = json as { incidents: { id: string; firingAlerts: number }[] }
          for (const { id, firingAlerts } of incidents) if (firingAlerts > 0) fired.add(id)
          const isOver = [...fired].some((id) => !incidents.some((one) => one.id === id && one.firingAlerts > 0))
          const rest = incidents.filter(({ firingAlerts }) => firingAlerts > 0)
          return isOver ? as(received, 200, { incidents: rest }) : received
        },
      }
    },
    plan: (operations) => bystanders(operations, looksAmong(operations)),
    ids: ['openIncident', 'listIncidents'],
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'a door that answers otherwise once what opened it is revoked',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'POST' && received.status === 401 ? as(received, 403, received.json) : received,
    }),
    plan: (_, all) => ALERT_SOURCE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isShort),
    ids: [],
    seen: { operation: 'receiveAlerts', severity: 'failure' },
  },
  {
    name: 'the end of an alert that nobody told of is too much',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.body?.includes('"alerts":[{"status":"resolved"') ? as(received, 500, { error: 'oh' }) : received,
    }),
    plan: (_, all) => ALERT_SOURCE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isShort),
    ids: [],
    seen: { operation: 'receiveAlerts', check: 'server-error' },
  },
  {
    name: 'one of two ways to keep data is never taken',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.body?.includes('"mode":"dedicated"') ? as(received, 422, { error: 'mode must be shared' }) : received,
    }),
    plan: (operations) => [operations.flatMap((operation) => Array(12).fill({ kind: 'call', operation }))],
    ids: ['createCluster'],
    seen: { operation: 'createCluster', severity: 'failure' },
  },
  {
    name: 'weeks that begin on one day of them have more handoffs',
    mistake: onCallBy(({ looks, handoff }) => (handoff.dow === 4 ? looks : undefined)),
    plan: (_, all) =>
      SCHEDULE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) =>
        calls('createSchedule')(walk.slice(5)),
      ),
    ids: [],
    seen: { operation: 'listSchedules', code: 'took-over' },
  },
  {
    name: 'all weeks begin on the same day',
    mistake: onCallBy(({ looks }) => (looks < 6 ? 0 : 1)),
    plan: (_, all) =>
      SCHEDULE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) =>
        calls('createSchedule')(walk.slice(5)),
      ),
    ids: [],
    seen: { operation: 'listSchedules', code: 'took-over' },
  },
  {
    name: 'a role that can be narrowed has to be',
    mistake: () => ({
      answered: ({ sent, received }) =>
        /"scope":\[\{"role":"registry[^,}]*\}\]/.test(sent.body ?? '')
          ? as(received, 400, { error: 'resourceIds is required' })
          : received,
    }),
    plan: (_, all) => TOKENS_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'createToken', severity: 'failure' },
  },
  {
    name: 'of what happened to several recipients only the first is recorded',
    mistake: () => ({
      answered({ received }) {
        if (!isObject(received.json) || !Array.isArray(received.json.events)) return received
        const { events } = received.json
        const firsts = events.filter(({ kind }, at) => events.findIndex((other) => other.kind === kind) === at)
        return as(received, received.status, { ...received.json, events: firsts })
      },
    }),
    plan: (_, all) => SENDING_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'getMessage', code: 'untold-event' },
  },
  {
    name: 'what is no JSON is refused by somebody else, in other words',
    mistake: () => ({
      answered: ({ sent, received }) =>
        isUnfinished(sent) ? as(received, 400, { error: [{ message: 'unexpected end' }] }) : received,
    }),
    plan: unreadable,
    ids: ['createToken', 'createUptimeService'],
    seen: { operation: 'createToken', check: 'schema', rules: ['GEN-01'] },
  },
  {
    name: 'what is no JSON is too much',
    mistake: () => ({
      answered: ({ sent, received }) => (isUnfinished(sent) ? as(received, 500, { error: 'oh' }) : received),
    }),
    plan: unreadable,
    ids: ['createToken'],
    seen: { operation: 'createToken', check: 'server-error' },
  },
  {
    name: 'what is kept for a day longer than it may be',
    mistake() {
      let content: Received | undefined
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/content')) return received
          content ??= received.status === 200 ? received : undefined
          return received.status === 404 && content ? content : received
        },
      }
    },
    plan: (_, all) => MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(isShort),
    ids: [],
    seen: { operation: 'getMessageContent', rules: ['email.content-past-window'] },
  },
  {
    name: 'a later page that lacks its only message',
    mistake: () => ({
      answered({ sent, received }) {
        if (!sent.path.includes('cursor=') || !isObject(received.json)) return received
        const { messages, ...page } = received.json
        return as(received, 200, { ...page, messages: Array.isArray(messages) ? messages.slice(1) : messages })
      },
    }),
    plan: (_, all) => MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) => !isShort(walk)),
    ids: [],
    seen: { operation: 'listMessages', code: 'pages-lack' },
  },
  {
    name: 'equal values of which all change with one',
    mistake() {
      let before: Readonly<Record<string, unknown>> = {}
      return {
        asked(sent) {
          if (sent.method !== 'PATCH') return sent
          const body = JSON.parse(sent.body ?? '{}')
          const isAlike = Object.keys(before).length > 1 && new Set(Object.values(before)).size === 1
          const [value] = Object.values(body)
          const all = Object.fromEntries(Object.keys(before).map((name) => [name, value]))
          before = body
          return isAlike ? { ...sent, body: JSON.stringify(all) } : sent
        },
      }
    },
    plan: (operations) => sameValues(operations, looksAmong(operations)),
    ids: ['getContacts', 'updateContacts'],
    seen: { operation: 'updateContacts', rules: ['organization.only-named-change'] },
  },
  {
    name: 'a credential for everything that leaves out the eleventh',
    mistake: () => ({
      answered({ sent, received }) {
        if (!sent.path.endsWith('/login') || !isObject(received.json)) return received
        const { scope } = received.json
        return as(received, received.status, {
          ...received.json,
          scope: Array.isArray(scope) ? scope.slice(0, 10) : scope,
        })
      },
    }),
    plan: (operations) => many(operations, looksAmong(operations)),
    ids: ['createRegistry', 'listRegistries', 'createLoginCredential'],
    seen: { operation: 'createLoginCredential', severity: 'failure' },
  },
  {
    name: 'who has one needs no payment method for the next',
    mistake() {
      let made = 0
      return {
        answered({ sent, received }) {
          if (sent.method !== 'POST') return received
          if (received.status === 201) made++
          return received.status === 402 && made > 0
            ? as(received, 201, { slug: 'made-all-the-same', pullUrl: '', totalSizeBytes: 0 })
            : received
        },
      }
    },
    plan: (operations) => switched(operations, looksAmong(operations), ({ event }) => event === 'paymentMethodChanges'),
    ids: ['createRegistry', 'listRegistries'],
    seen: { operation: 'createRegistry', severity: 'failure' },
  },
  {
    name: 'a new thing that takes the place of one that is still there',
    mistake() {
      let made: unknown[] = []
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/oidc-rules') || !isObject(received.json)) return received
          const { id, rules } = received.json
          if (sent.method === 'POST') made = [...made, id]
          const isLeft = (rule: unknown) => !isObject(rule) || made.length < 3 || rule.id !== made[1]
          return Array.isArray(rules) ? as(received, 200, { rules: rules.filter(isLeft) }) : received
        },
      }
    },
    plan: (operations) => replaced(operations, looksAmong(operations)),
    ids: ['createOidcRule', 'listOidcRules', 'deleteOidcRule'],
    seen: { operation: 'listOidcRules', severity: 'failure' },
  },
  {
    name: 'a switch that cannot be turned off',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'PATCH' ? { ...sent, body: sent.body?.replace(/"enabled":false/, '"enabled":true') } : sent,
    }),
    plan: (_, all) => SEVERAL_CHANGES_SCRIPTS.slice(1).flatMap(({ walks }) => walks(all) ?? []),
    ids: [],
    seen: { operation: 'getCluster', path: 'managedLoadBalancers.enabled' },
  },
  {
    name: 'a change that undoes the one before',
    mistake() {
      const before = new Map<string, string>()
      return {
        asked(sent) {
          if (sent.method !== 'PATCH') return sent
          const undone = before.has(sent.path)
          before.set(sent.path, sent.body ?? '')
          return undone ? { ...sent, body: JSON.stringify({ replicas: 1, ...JSON.parse(sent.body ?? '{}') }) } : sent
        },
      }
    },
    plan: (_, all) => SEVERAL_CHANGES_SCRIPTS.slice(0, 1).flatMap(({ walks }) => walks(all)?.slice(-1) ?? []),
    ids: [],
    seen: { operation: 'updateCluster', path: 'replicas' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name', async ({ mistake, plan, ids, seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))('nothing is found where it is not so: $name', async ({ plan, ids }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
