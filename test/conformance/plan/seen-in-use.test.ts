import { expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { SEVERAL_CHANGES_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/several-changes.ts'
import { SKEW_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/skew.ts'
import { DOMAIN_SCRIPTS } from '../../../src/conformance/areas/email/scripts/domains.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../src/conformance/areas/email/scripts/message-log.ts'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { ORGANIZATION_SCRIPTS } from '../../../src/conformance/areas/organization/scripts.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { UPTIME_SCRIPTS } from '../../../src/conformance/areas/uptime/scripts.ts'
import { afterSwitch } from '../../../src/conformance/plan/after-switch.ts'
import { byRole } from '../../../src/conformance/plan/by-role.ts'
import { eventsElsewhere } from '../../../src/conformance/plan/events-elsewhere.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { newUnderOldName } from '../../../src/conformance/plan/names.ts'
import { scoped, severalGrants } from '../../../src/conformance/plan/scoped.ts'
import { opening } from '../../../src/conformance/plan/scripted.ts'
import { switchedReferrers } from '../../../src/conformance/plan/switched-referrers.ts'
import { tokensOfElsewhere } from '../../../src/conformance/plan/tokens-of-elsewhere.ts'
import { twinsElsewhere } from '../../../src/conformance/plan/twins-elsewhere.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

const scripted =
  (scripts: readonly Script[], fits: (walk: Walk) => boolean): Plan =>
  (_, all) =>
    scripts.flatMap(({ walks }) => walks(all) ?? []).filter(fits)

/** True for a walk in which these operations are called. */
const calls =
  (...ids: readonly string[]) =>
  (walk: Walk): boolean =>
    ids.every((id) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id))

interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids: readonly string[]
  /** What the mock does at open points. */
  readonly gaps?: Profile['gaps']
  readonly seen: Readonly<Record<string, unknown>>
}

const OWNER = { authorization: 'Bearer owner' }

type Grants = readonly { readonly role: string; readonly resourceIds?: readonly string[] }[]

/** Tokens are minted with other grants than those that were asked for. */
const minting = (otherwise: (grants: Grants) => Grants): Mistake => ({
  asked(sent) {
    const body: unknown = sent.method === 'POST' && sent.path.endsWith('/tokens') ? JSON.parse(sent.body ?? '') : {}
    if (!isObject(body) || !Array.isArray(body.scope)) return sent
    return { ...sent, body: JSON.stringify({ ...body, scope: otherwise(body.scope) }) }
  },
})

const pointsIn = (json: unknown): { points: { t: number }[] }[] =>
  isObject(json) && Array.isArray(json.series) ? json.series : []

const DAY_MS = 86_400_000
/** True for an override that begins days from now. */
const isPlanned = (body = ''): boolean => Date.parse(JSON.parse(body).startsAt) > Date.now() + 3 * DAY_MS
const overridesIn = (walk: Walk): number =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'addOverride').length

const CASES: readonly Case[] = [
  {
    name: 'a grant without resources lifts the narrowing of another',
    mistake: () =>
      minting((grants) =>
        grants.some(({ resourceIds }) => resourceIds === undefined) ? grants.map(({ role }) => ({ role })) : grants,
      ),
    plan: severalGrants,
    ids: ['createRegistry', 'getRegistry'],
    seen: { operation: 'getRegistry', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'of several grants only the first counts',
    mistake: () => minting((grants) => grants.slice(0, 1)),
    plan: severalGrants,
    ids: ['createRegistry', 'listRegistries'],
    seen: { severity: 'failure' },
  },
  {
    name: 'a token narrowed to one of two services changes the other',
    mistake: () => minting((grants) => grants.map(({ role }) => ({ role }))),
    plan: scoped,
    ids: ['createUptimeService', 'renameUptimeService'],
    gaps: { 'iam.scopable-kinds': ['uptime-service'] },
    seen: { operation: 'renameUptimeService', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'a token of another organization opens ours',
    mistake: () => ({
      asked: (sent) => {
        const { authorization = '' } = Object.fromEntries(
          Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value]),
        )
        const isToken = sent.method === 'GET' && !/(owner|admin|member|outsider)$/.test(authorization)
        return isToken ? { ...sent, headers: { ...sent.headers, ...OWNER } } : sent
      },
    }),
    plan: (operations, all) => tokensOfElsewhere(operations, all, looksAmong(operations)),
    ids: ['createUptimeService', 'listUptimeServices'],
    seen: { operation: 'listUptimeServices', severity: 'failure' },
  },
  {
    name: 'what is for owners and admins is kept from members only',
    mistake() {
      let catalog: unknown
      let refusals = 0
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/iam/catalog')) return received
          if (received.status === 200) catalog = received.json
          return received.status === 403 && refusals++ === 0 ? as(received, 200, catalog) : received
        },
      }
    },
    plan: (operations) => byRole(operations, () => []),
    ids: ['getIamCatalog'],
    seen: { operation: 'getIamCatalog', rules: ['iam.catalog-for-managers'] },
  },
  {
    name: 'what is for owners and admins is open to members with enough grants',
    mistake() {
      let catalog: unknown
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/iam/catalog')) return received
          if (received.status === 200) catalog = received.json
          return received.status === 403 ? as(received, 200, catalog ?? { roles: [], resources: [] }) : received
        },
      }
    },
    plan: (operations) => byRole(operations, () => []).filter(({ length }) => length === 2),
    ids: ['getIamCatalog'],
    seen: { operation: 'getIamCatalog', rules: ['iam.catalog-for-managers'] },
  },
  {
    name: 'a new credential brings one of its name back that has ended',
    mistake() {
      let made = 0
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && sent.path.endsWith('/export-tokens')) made += 1
          const isKeptOut = sent.path.endsWith('/uptime/metrics') && received.status === 401
          return isKeptOut && made > 1 ? { ...received, status: 200, text: '', json: undefined } : received
        },
      }
    },
    plan: scripted(UPTIME_SCRIPTS, (walk) => calls('revokeExportToken', 'scrapeMetrics')(walk) && walk.length === 6),
    ids: ['createExportToken', 'revokeExportToken', 'listExportTokens', 'scrapeMetrics'],
    seen: { operation: 'scrapeMetrics', severity: 'failure' },
  },
  {
    name: 'what ends one credential ends its namesake in another organization',
    mistake: () => ({
      async besides({ sent, received }, client) {
        if (sent.method !== 'DELETE' || received.status !== 204) return
        const headers = { authorization: 'Bearer outsider' }
        const ask = { method: 'GET' as const, path: '/api/v1/uptime/export-tokens', headers, body: undefined }
        const theirs = await client.send(ask)
        const { tokens } = (theirs.answered ? theirs.received.json : {}) as { tokens: { id: string }[] }
        for (const { id } of tokens) await client.send({ ...ask, method: 'DELETE', path: `${ask.path}/${id}` })
      },
    }),
    plan: scripted(
      UPTIME_SCRIPTS,
      (walk) => calls('createExportToken', 'revokeExportToken')(walk) && walk.length === 8,
    ),
    ids: [],
    seen: { operation: 'credentialUsed', code: 'door' },
  },
  {
    name: 'every vantage shows the same points',
    mistake: () => ({
      answered({ received }) {
        const [first, ...rest] = pointsIn(received.json)
        if (!first || !isObject(received.json)) return received
        const series = [first, ...rest.map((one) => ({ ...one, points: first.points }))]
        return as(received, 200, { ...received.json, series })
      },
    }),
    plan: scripted(UPTIME_SCRIPTS, calls('createMonitor', 'getMonitorMetrics')),
    ids: [],
    seen: { operation: 'getMonitorMetrics', path: 'series.points' },
  },
  {
    name: 'a window that is cut short',
    mistake: () => ({
      answered({ received }) {
        if (!isObject(received.json)) return received
        const series = pointsIn(received.json).map((one) => ({ ...one, points: one.points.slice(-1) }))
        return series.length > 0 ? as(received, 200, { ...received.json, series }) : received
      },
    }),
    plan: scripted(UPTIME_SCRIPTS, calls('createMonitor', 'getMonitorMetrics')),
    ids: [],
    seen: { operation: 'getMonitorMetrics', path: 'series.points.t' },
  },
  {
    name: 'many failures without the newest',
    mistake: () => ({
      answered({ received }) {
        const { failures } = Object(received.json)
        return Array.isArray(failures) && failures.length > 20
          ? as(received, 200, { failures: failures.slice(1) })
          : received
      },
    }),
    plan: scripted(UPTIME_SCRIPTS, calls('createMonitor', 'listMonitorFailures')),
    ids: [],
    seen: { operation: 'listMonitorFailures', code: 'order' },
  },
  {
    name: 'a service that shows monitors and is removed',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'DELETE' && received.status === 409 ? as(received, 204, undefined) : received,
    }),
    plan: (operations) => switchedReferrers(operations, looksAmong(operations)),
    ids: ['createUptimeService', 'listUptimeServices', 'deleteUptimeService', 'createMonitor', 'updateMonitor'],
    seen: { operation: 'deleteUptimeService', rules: ['uptime.monitors-attached'] },
  },
  {
    name: 'what is switched off goes on when something else is done to it',
    mistake() {
      const rotated = new Set<string>()
      return {
        answered({ sent, received }) {
          const [, id] = /webhooks\/([^/]+)\/rotate/.exec(sent.path) ?? []
          if (id) rotated.add(id)
          const { webhooks } = Object(received.json)
          if (!Array.isArray(webhooks)) return received
          const shown = webhooks.map((one) => (rotated.has(one.id) ? { ...one, disabled: false } : one))
          return as(received, 200, { webhooks: shown })
        },
      }
    },
    plan: (operations) => afterSwitch(operations, looksAmong(operations)),
    ids: ['createWebhook', 'updateWebhook', 'rotateWebhookSecret', 'listWebhooks'],
    seen: { operation: 'listWebhooks', severity: 'failure' },
  },
  {
    name: 'a removal that takes the namesake in another organization with it, later',
    mistake() {
      let isRemoved = false
      return {
        answered({ sent, received }) {
          isRemoved ||= sent.method === 'DELETE'
          const { authorization } = sent.headers
          return isRemoved && /outsider/.test(String(authorization)) && sent.path.endsWith('/clusters')
            ? as(received, 200, { clusters: [] })
            : received
        },
      }
    },
    plan: (operations) => twinsElsewhere(operations, looksAmong(operations)),
    ids: ['createCluster', 'deleteCluster', 'listClusters'],
    seen: { operation: 'listClusters', severity: 'failure' },
  },
  {
    name: 'a repository that is removed with one whose name it begins with',
    mistake() {
      let isRemoved = false
      return {
        answered({ sent, received }) {
          isRemoved ||= sent.method === 'DELETE' && sent.path.includes('repo=web')
          const { repositories } = Object(received.json)
          if (!isRemoved || !Array.isArray(repositories)) return received
          return as(received, 200, { repositories: repositories.filter(({ name }) => !name.startsWith('web')) })
        },
      }
    },
    plan: scripted(IMAGE_SCRIPTS, calls('deleteRepository', 'listRepositories')),
    ids: [],
    seen: { operation: 'listRepositories', severity: 'failure' },
  },
  {
    name: 'an image that loses the layers of another',
    mistake() {
      let isRemoved = false
      return {
        answered({ sent, received }) {
          // A registry that is new has not lost anything.
          isRemoved =
            sent.method !== 'POST' && (isRemoved || (sent.method === 'DELETE' && sent.path.includes('digest=')))
          const { manifests } = Object(received.json)
          if (!isRemoved || !Array.isArray(manifests)) return received
          return as(received, 200, { manifests: manifests.map((one) => ({ ...one, sizeBytes: 500 })) })
        },
      }
    },
    plan: scripted(IMAGE_SCRIPTS, calls('deleteManifest', 'listManifests', 'listRepositories')),
    ids: [],
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'backups that cannot be turned off',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'PATCH' ? { ...sent, body: sent.body?.replace(/"backups":false/, '"backups":true') } : sent,
    }),
    plan: (_, all) => SEVERAL_CHANGES_SCRIPTS.slice(1).flatMap(({ walks }) => walks(all)?.slice(2, 3) ?? []),
    ids: [],
    seen: { operation: 'getCluster', path: 'datastore.backups' },
  },
  {
    name: 'a join token that is given again when it is spent',
    mistake() {
      let first: unknown
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/join-tokens') || received.status !== 201) return received
          first ??= received.json
          return as(received, 201, first)
        },
      }
    },
    plan: scripted(JOINING_SCRIPTS, (walk) => walk.filter((goal) => calls('createJoinToken')([goal])).length === 2),
    ids: [],
    seen: { operation: 'createJoinToken', path: 'joinToken' },
  },
  {
    name: 'a next page that begins after the moment of the last message',
    mistake() {
      let last: unknown
      return {
        answered({ sent, received }) {
          const { messages, ...page } = Object(received.json)
          if (!Array.isArray(messages)) return received
          const isLater = sent.path.includes('cursor=')
          const shown = isLater ? messages.filter(({ createdAt }) => createdAt !== last) : messages
          last = messages.at(-1)?.createdAt
          return as(received, 200, { ...page, messages: shown })
        },
      }
    },
    plan: scripted(MESSAGE_LOG_SCRIPTS, (walk) => calls('listMessages')(walk) && walk.length > 60),
    ids: [],
    seen: { operation: 'listMessages', code: 'pages-lack' },
  },
  {
    name: 'the newest of ten deliveries and more at the end, with others of its moment at the beginning',
    mistake: () => ({
      answered({ received }) {
        const { deliveries } = Object(received.json)
        if (!Array.isArray(deliveries) || deliveries.length < 10) return received
        return as(received, 200, { deliveries: [...deliveries.slice(1), deliveries[0]] })
      },
    }),
    plan: (_, all) => opening(['email'], all),
    ids: [],
    seen: { operation: 'listDeliveries', code: 'order' },
  },
  {
    name: 'a raw message that is gone after a short month',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.path.endsWith('/content') ? as(received, 404, { error: 'gone' }) : received,
    }),
    // In March, and nowhere else.
    plan: (_, all) => scripted(MESSAGE_LOG_SCRIPTS, ([first]) => first?.kind === 'event')([], all).slice(0, 1),
    ids: [],
    seen: { operation: 'getMessageContent', severity: 'failure' },
  },
  {
    name: 'messages of a domain beyond the grant',
    mistake: () => ({
      asked: (sent) =>
        /\/messages\/[^/]+$/.test(sent.path) ? { ...sent, headers: { ...sent.headers, ...OWNER } } : sent,
    }),
    plan: scripted(DOMAIN_SCRIPTS, calls('getMessage', 'getMessageContent')),
    ids: [],
    seen: { operation: 'getMessage', code: 'accepted', severity: 'failure' },
  },
  {
    name: 'a key that is good under the first of its prefixes only',
    mistake: () => ({
      asked: (sent) =>
        sent.path.endsWith('/keys') && sent.method === 'POST'
          ? { ...sent, body: sent.body?.replace('["team/","side/"]', '["team/"]') }
          : sent,
    }),
    plan: scripted(CREDENTIAL_SCRIPTS, (walk) => calls('createRegistryKey')(walk) && walk.length === 7),
    ids: [],
    seen: { operation: 'credentialUsed', code: 'door' },
  },
  {
    name: 'a policy that is removed while the second of two services has it',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'DELETE' && received.status === 409 ? as(received, 204, undefined) : received,
    }),
    plan: scripted(SCHEDULE_SCRIPTS, (walk) => calls('deleteEscalationPolicy')(walk) && walk.length === 7),
    ids: [],
    seen: { operation: 'deleteEscalationPolicy', rules: ['oncall.policy-referenced'] },
  },
  {
    name: 'a login for one registry that opens those whose slug begins alike',
    mistake() {
      const slugs: string[] = []
      return {
        answered({ sent, received }) {
          const body: unknown = JSON.parse(sent.body ?? 'null')
          if (!isObject(body) || !isObject(received.json) || received.status >= 300) return received
          if (typeof body.slug === 'string') slugs.push(body.slug)
          if (typeof body.registry !== 'string' || !Array.isArray(received.json.scope)) return received
          const { registry } = body
          const { mode } = Object(received.json.scope[0])
          const scope = slugs.filter((slug) => slug.startsWith(registry)).map((slug) => ({ registry: slug, mode }))
          return as(received, received.status, { ...received.json, scope })
        },
      }
    },
    plan: scripted(CREDENTIAL_SCRIPTS, calls('createLoginCredential')),
    ids: [],
    seen: { operation: 'createLoginCredential', rules: ['registry.login-narrowed'] },
  },
  {
    name: 'who logs out takes all others of the organization along',
    mistake() {
      const logins: string[] = []
      return {
        async besides({ sent, received }, client) {
          if (isObject(received.json) && typeof received.json.username === 'string') logins.push(received.json.username)
          if (sent.method !== 'DELETE') return
          const others = logins.filter((one) => !sent.path.endsWith(one))
          for (const one of others)
            await client.send({ ...sent, path: sent.path.replace(/[^/]+$/, encodeURIComponent(one)) })
        },
      }
    },
    plan: scripted(CREDENTIAL_SCRIPTS, calls('createLoginCredential', 'revokeLoginCredential')),
    ids: [],
    seen: { operation: 'credentialUsed', severity: 'failure' },
  },
  {
    name: 'an image that goes from every repository that has it',
    mistake: () => ({
      async besides({ sent }, client) {
        if (sent.method === 'DELETE' && sent.path.includes('digest='))
          await client.send({ ...sent, path: sent.path.replace(/repo=[^&]*/, 'repo=copy') })
      },
    }),
    plan: scripted(IMAGE_SCRIPTS, calls('deleteManifest', 'listManifests', 'listRepositories')),
    ids: [],
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'a repository that is looked up by the last part of its name',
    mistake: () => ({ asked: (sent) => ({ ...sent, path: sent.path.replace(/repo=team(%2F|\/)/, 'repo=') }) }),
    plan: scripted(IMAGE_SCRIPTS, calls('deleteRepository', 'listRepositories')),
    ids: [],
    seen: { operation: 'listManifests', severity: 'failure' },
  },
  {
    name: 'an address in use at the payment provider that is refused for anything',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'PATCH' && received.status === 200 && sent.body?.includes('in-use-')
          ? as(received, 409, { error: 'in use at the payment provider' })
          : received,
    }),
    plan: scripted(ORGANIZATION_SCRIPTS, calls('updateContacts')),
    ids: [],
    seen: { operation: 'updateContacts', severity: 'failure' },
  },
  {
    name: 'what is kept from its last change on',
    mistake() {
      let content: Received | undefined
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/content')) return received
          if (received.status === 200) content = received
          return received.status === 404 && content ? content : received
        },
      }
    },
    plan: scripted(MESSAGE_LOG_SCRIPTS, (walk) =>
      walk.some((goal) => goal.kind === 'event' && goal.event === 'messageDelivered'),
    ),
    ids: [],
    seen: { operation: 'getMessageContent', rules: ['email.content-past-window'] },
  },
  {
    name: 'a client configuration that is made once for all times',
    mistake() {
      const made = new Map<string, Received>()
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/kubeconfig') || received.status !== 200) return received
          const first = made.get(sent.path) ?? received
          made.set(sent.path, first)
          return first
        },
      }
    },
    plan: scripted(RUNNING_SCRIPTS, calls('getKubeconfig')),
    ids: [],
    seen: { operation: 'credentialUsed', severity: 'failure' },
  },
  {
    name: 'a node that is in the way of upgrades when it has gone',
    mistake() {
      let refused: Received | undefined
      return {
        answered({ sent, received }) {
          if (sent.method !== 'PATCH') return received
          if (received.status === 409) refused = received
          return received.status < 300 && refused ? refused : received
        },
      }
    },
    plan: scripted(SKEW_SCRIPTS, calls('deleteNode')),
    ids: [],
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'a new thing that has what another of its name had',
    mistake() {
      let before: Received | undefined
      return {
        answered({ sent, received }) {
          const { tokens } = Object(received.json)
          if (!sent.path.endsWith('/registration-tokens') || !Array.isArray(tokens)) return received
          if (tokens.length > 0) before = received
          return tokens.length === 0 && before ? before : received
        },
      }
    },
    plan: newUnderOldName,
    ids: ['createCluster', 'deleteCluster', 'createRegistrationToken', 'listRegistrationTokens'],
    seen: { operation: 'listRegistrationTokens', severity: 'failure' },
  },
  {
    name: 'what happens to ours is told to endpoints of others',
    mistake() {
      let theirs: unknown
      return {
        answered({ sent, received }) {
          const { webhook, deliveries } = Object(received.json)
          const isOurs = Object.values(sent.headers).includes(OWNER.authorization)
          if (webhook && !isOurs) theirs = webhook.id
          if (!isOurs || theirs === undefined || !Array.isArray(deliveries)) return received
          const more = deliveries.map((one) => ({ ...one, id: `more-${one.id}`, endpointId: theirs }))
          return as(received, 200, { deliveries: deliveries.flatMap((one, place) => [more[place], one]) })
        },
      }
    },
    plan: (operations) => eventsElsewhere(operations),
    ids: ['createWebhook', 'listDeliveries', 'listMessages'],
    seen: { operation: 'listDeliveries', severity: 'failure' },
  },
  {
    name: 'a planned override ends the one that is active',
    mistake() {
      let hidden = false
      return {
        asked: (sent) => {
          if (sent.path.endsWith('/overrides') && sent.method === 'POST') hidden = isPlanned(sent.body)
          return sent
        },
        answered({ received }) {
          const { schedules } = Object(received.json)
          if (!hidden || !Array.isArray(schedules)) return received
          const without = schedules.map(({ onCallNow, ...one }) => ({
            ...one,
            onCallNow: { ...onCallNow, override: false },
          }))
          return as(received, 200, { schedules: without })
        },
      }
    },
    plan: scripted(SCHEDULE_SCRIPTS, (walk) => overridesIn(walk) > 1),
    ids: ['createSchedule', 'addOverride', 'listSchedules'],
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
  {
    name: 'a narrowed token does not ask what its owner may do now',
    mistake() {
      let isNarrowed = false
      return {
        asked(sent) {
          if (sent.path.endsWith('/tokens')) isNarrowed = sent.body?.includes('"scope"') ?? false
          const isAsked = isNarrowed && sent.method === 'PATCH'
          return isAsked ? { ...sent, headers: { ...sent.headers, ...OWNER } } : sent
        },
      }
    },
    plan: scripted(
      ORGANIZATION_SCRIPTS,
      (walk) => calls('createToken', 'updateContacts')(walk) && walk.some(({ kind }) => kind === 'event'),
    ),
    ids: ['createToken', 'updateContacts', 'getContacts'],
    seen: { operation: 'updateContacts', severity: 'failure' },
  },
  {
    name: 'the series of one vantage has the results of the other in it',
    mistake: () => ({
      answered({ received }) {
        const { series = [] } = Object(received.json)
        if (!Array.isArray(series) || series.length < 2) return received
        const sum = (place: number) =>
          series.reduce((all: number, { points }) => all + Number(points[place]?.latencyMs ?? 0), 0)
        const mixed = series.map((one) => ({
          ...one,
          points: one.points.map((point: object, place: number) => ({
            ...point,
            latencyMs: sum(place) / series.length,
          })),
        }))
        return as(received, 200, { ...Object(received.json), series: mixed })
      },
    }),
    plan: scripted(UPTIME_SCRIPTS, calls('createMonitor', 'getMonitorMetrics')),
    ids: ['createMonitor', 'getMonitorMetrics'],
    seen: { operation: 'getMonitorMetrics', rules: ['UPT-06'], severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name', async ({ mistake, plan, ids, gaps, seen }) => {
  expect(await found(mistake(), plan, ids, gaps)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))('nothing is found where it is not so: $name', async ({ plan, ids, gaps }) => {
  expect(await found(undefined, plan, ids, gaps)).toBeUndefined()
})
