import { afterAll, expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { NAMESAKE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/namesakes.ts'
import { SEVERAL_CHANGES_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/several-changes.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { UPTIME_SCRIPTS } from '../../../src/conformance/areas/uptime/scripts.ts'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import { inOtherScripts, twisted } from '../../../src/conformance/plan/by-operation.ts'
import { byOwnToken } from '../../../src/conformance/plan/by-own-token.ts'
import { byThoseOfAnotherService } from '../../../src/conformance/plan/by-readers.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { nearlyNamed } from '../../../src/conformance/plan/nearly-named.ts'
import { scoped, severalGrants } from '../../../src/conformance/plan/scoped.ts'
import { referrers } from '../../../src/conformance/plan/several.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import { type Driver, EventRefused } from '../../../src/target/driver.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'
import { openWalking } from '../../support/walking.ts'

/** Tests run side by side here, because most of their time is waiting: what they opened is closed in the end. */
const walkings: { close(): Promise<unknown> }[] = []
afterAll(() => Promise.all(walkings.map((walking) => walking.close())))

const causes = (event: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'event' && goal.event === event)

const CASES: readonly Case[] = [
  {
    name: 'answers that are cut off where a letter has more than one byte',
    mistake: () => ({
      answered({ received }) {
        const tooLong = Buffer.byteLength(received.text) - received.text.length
        return tooLong === 0 ? received : { ...received, json: undefined, text: received.text.slice(0, -tooLong) }
      },
    }),
    plan: (operations) => inOtherScripts(operations, looksAmong(operations)),
    ids: ['createUptimeService', 'listUptimeServices'],
    seen: { operation: 'createUptimeService', check: 'schema' },
  },
  {
    name: 'a reference that came by a change and holds nothing back',
    mistake() {
      let [made, changed] = ['', '']
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST') made += sent.body
          if (sent.method === 'PATCH') changed += sent.body
          const id = sent.path.split('/').at(-1) ?? ''
          const isMissed = sent.method === 'DELETE' && changed.includes(id) && !made.includes(id)
          return isMissed && received.status === 409 ? as(received, 204, undefined) : received
        },
      }
    },
    plan: (operations) => referrers(operations, looksAmong(operations)),
    ids: ['Schedule', 'EscalationPolicy'].flatMap((name) => [`create${name}`, `update${name}`, `delete${name}`]),
    seen: { operation: 'deleteSchedule', rules: ['oncall.schedule-targeted'] },
  },
  {
    name: 'a credential that was refused and half stored',
    mistake() {
      let refused: unknown
      return {
        answered({ sent, received }) {
          if (sent.method === 'PUT' && received.status >= 400) refused = JSON.parse(sent.body ?? '{}').fromNumber
          const isShown = sent.method === 'GET' && refused !== undefined && isObject(received.json)
          return isShown ? as(received, 200, { ...received.json, fromNumber: refused }) : received
        },
      }
    },
    plan: walksOf(PAGING_SCRIPTS, (walk) => calls('getProviderCredential')(walk) && causes('providerBehaves')(walk)),
    seen: { operation: 'getProviderCredential', path: 'fromNumber' },
  },
  {
    name: 'a restart that never ends',
    mistake() {
      const restarting = new Set<string>()
      return {
        answered({ sent, received }) {
          if (sent.method !== 'PATCH') return received
          if (restarting.has(sent.path)) return as(received, 409, { error: 'it is restarting' })
          if (sent.body?.includes('datastore')) restarting.add(sent.path)
          return received
        },
      }
    },
    plan: (_, all) => SEVERAL_CHANGES_SCRIPTS.slice(1, 2).flatMap(({ walks }) => walks(all) ?? []),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'a token whose grants are thrown together',
    mistake: () => ({
      asked(sent) {
        if (sent.method !== 'POST' || !sent.path.endsWith('/tokens')) return sent
        const { scope, ...rest } = JSON.parse(sent.body ?? '{}')
        if (!Array.isArray(scope)) return sent
        const all = [...new Set(scope.flatMap(({ resourceIds = [] }) => resourceIds))]
        const mixed = scope.map((grant) => (grant.resourceIds ? { ...grant, resourceIds: all } : grant))
        return { ...sent, body: JSON.stringify({ ...rest, scope: mixed }) }
      },
    }),
    // With nothing but tokens to look at.
    plan: (operations, all) => severalGrants(operations, all).slice(0, 2),
    ids: ['createToken', 'listTokens'],
    seen: { severity: 'failure' },
  },
  {
    name: 'a usage that is never counted anew',
    mistake() {
      let usedBytes: unknown
      return {
        answered({ sent, received }) {
          if (sent.method !== 'GET' || !isObject(received.json) || !('usedBytes' in received.json)) return received
          if (Number(received.json.usedBytes) > 0) usedBytes ??= received.json.usedBytes
          return as(received, 200, { ...received.json, ...(usedBytes !== undefined && { usedBytes }) })
        },
      }
    },
    plan: walksOf(
      IMAGE_SCRIPTS,
      (walk) => calls('getRegistry')(walk) && causes('imagePushed')(walk) && walk.length === 6,
    ),
    seen: { operation: 'getRegistry', code: 'usage', wrong: 'stands' },
  },
  {
    name: 'a word of its own for what a token makes',
    mistake() {
      let minted: string | undefined
      return {
        answered({ sent, received }) {
          const { json } = received
          if (!isObject(json)) return received
          if (sent.path.endsWith('/tokens')) minted = String(json.key)
          const isByToken = minted !== undefined && JSON.stringify(sent.headers).includes(minted)
          return isByToken && 'monitors' in json ? as(received, 201, { ...json, monitors: 'none' }) : received
        },
      }
    },
    plan: (operations, all) => byOwnToken(operations, all, looksAmong(operations)),
    ids: ['createUptimeService'],
    seen: { operation: 'createUptimeService', check: 'schema' },
  },
  {
    name: 'a check that cannot be changed',
    mistake: () => ({
      answered: ({ sent, received }) =>
        sent.method === 'PATCH' && sent.body?.includes('"tcp"') ? as(received, 404, { error: 'not here' }) : received,
    }),
    plan: walksOf(UPTIME_SCRIPTS, (walk) => calls('updateMonitor')(walk) && calls('listMonitors')(walk)),
    seen: { operation: 'updateMonitor', severity: 'failure' },
  },
  {
    name: 'a list of nodes that is made anew when their number changes',
    mistake() {
      let nodes: unknown[] = []
      return {
        answered({ sent, received }) {
          const { json } = received
          if (sent.method !== 'GET' || !isObject(json) || !Array.isArray(json.nodes)) return received
          if (json.nodes.length !== nodes.length) nodes = json.nodes
          return as(received, 200, { nodes })
        },
      }
    },
    plan: walksOf(
      JOINING_SCRIPTS,
      (walk) => calls('deleteNode')(walk) && calls('listNodes')(walk) && causes('nodeJoins')(walk),
    ),
    seen: { operation: 'listNodes', severity: 'failure' },
  },
  {
    name: 'a vantage that nobody knows, beside one that somebody does',
    mistake: () => ({
      asked(sent) {
        const body = sent.method === 'POST' ? JSON.parse(sent.body ?? '{}') : {}
        const known = (body.vantages ?? []).filter((id: string) => !id.startsWith('no-such'))
        return known.length > 0 ? { ...sent, body: JSON.stringify({ ...body, vantages: known }) } : sent
      },
    }),
    plan: (operations) => twisted(operations, looksAmong(operations)),
    ids: ['createMonitor'],
    seen: { operation: 'createMonitor', severity: 'failure' },
  },
  {
    name: 'an acknowledgement that is one of every incident',
    mistake: () => ({
      async besides({ sent, received }, client) {
        if (!sent.path.endsWith('/acknowledge') || received.status !== 200) return
        const { headers } = sent
        const list = await client.send({ method: 'GET', path: '/api/v1/oncall/incidents', headers, body: undefined })
        const { incidents = [] } = list.answered ? Object(list.received.json) : {}
        for (const { id } of incidents)
          await client.send({ ...sent, path: `/api/v1/oncall/incidents/${id}/acknowledge` })
      },
    }),
    plan: walksOf(PAGING_SCRIPTS, (walk) => calls('acknowledgeIncident')(walk) && opened(walk) === 2),
    seen: { operation: 'listPages', severity: 'failure' },
  },
  {
    name: 'a list that is shown to whoever has a token',
    mistake: () => ({
      asked: (sent) =>
        sent.path.includes('/webhook-deliveries') && sent.method === 'GET'
          ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } }
          : sent,
    }),
    plan: (operations, all) => byThoseOfAnotherService(operations, all, looksAmong(operations)),
    ids: ['listDeliveries'],
    seen: { operation: 'listDeliveries', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'a change that waits for another cluster of the same name',
    mistake() {
      const theirs = new Set<string>()
      return {
        answered({ sent, received }) {
          const isTheirs = JSON.stringify(sent.headers).includes('outsider')
          if (isTheirs && sent.method === 'POST') theirs.add(JSON.parse(sent.body ?? '{}').name)
          const isHeldUp = !isTheirs && sent.method === 'PATCH' && theirs.has(sent.path.split('/').at(-1) ?? '')
          return isHeldUp ? as(received, 409, { error: 'another change is under way' }) : received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, () => true),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'a usage that counts the images of another registry',
    mistake() {
      let newest: unknown
      return {
        answered({ sent, received }) {
          const { json } = received
          if (sent.method === 'POST' && isObject(json)) newest = json.slug
          return isObject(json) && sent.method === 'GET' && 'usedBytes' in json && json.slug !== newest
            ? as(received, 200, { ...json, usedBytes: Number(json.usedBytes) + 5000 })
            : received
        },
      }
    },
    plan: walksOf(
      IMAGE_SCRIPTS,
      (walk) => calls('getRegistry')(walk) && causes('imagePushed')(walk) && walk.length === 10,
    ),
    seen: { operation: 'getRegistry', code: 'usage', wrong: 'grows' },
  },
  {
    name: 'an upstream that lies below one of the catalog',
    mistake: () => ({ asked: (sent) => ({ ...sent, path: sent.path.replace('/mirror.', '/') }) }),
    plan: (operations) => nearlyNamed(operations, looksAmong(operations)),
    ids: ['setUpstreamCredential'],
    seen: { operation: 'setUpstreamCredential', rules: ['registry.upstream-unknown'] },
  },
  {
    name: 'a purge by somebody who may purge elsewhere',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'DELETE' ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } } : sent,
    }),
    plan: walksOf(
      IMAGE_SCRIPTS,
      (walk) => causes('roleChanges')(walk) && calls('deleteTag')(walk) && calls('listManifests')(walk),
    ),
    seen: { operation: 'deleteTag', rules: ['registry.purge-admin-needed'] },
  },
]

const opened = (walk: Walk): number =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'openIncident').length

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

test.concurrent('of kinds that nobody says one can be narrowed to, a list may show none', async () => {
  const showingNone: Mistake = {
    answered: ({ sent, received }) =>
      sent.path.endsWith('/monitors') && sent.method === 'GET' && !JSON.stringify(sent.headers).includes('owner')
        ? as(received, 200, { monitors: [] })
        : received,
  }
  const plan: Plan = (operations, all) => scoped(operations, all)
  const gaps = { 'iam.scopable-kinds': ['registry', 'uptime-service'] }
  expect(await found(showingNone, plan, ['createMonitor', 'listMonitors'], gaps)).toBeUndefined()
})

type Cause = Driver['cause']

/** The first thing that walks find wrong with a driver that reports otherwise. */
async function foundBy(cause: (own: Cause) => Cause, plan: Plan): Promise<Finding | undefined> {
  const walking = await openWalking({
    drivenBy: (own) => ({ ...own, cause: cause((event, body) => own.cause(event, body)) }),
  })
  walkings.push(walking)
  for (const walk of plan([], new Map([...walking.contract.operations, ...walking.contract.doors]))) {
    const { finding } = await walking.walk(walk)
    if (finding) return finding
  }
  return undefined
}

const asItIs = (own: Cause): Cause => own

test.concurrent('a credential that was used a moment ago goes on working when it is revoked', async () => {
  const seen = new Set<unknown>()
  const cached =
    (own: Cause): Cause =>
    async (event, body) => {
      const answer = await own(event, body)
      const { secret } = Object(body)
      if (event !== 'credentialUsed' || !isObject(answer)) return answer
      if (answer.accepted === true) seen.add(secret)
      return { ...answer, accepted: answer.accepted === true || seen.has(secret) }
    }
  const plan = walksOf(
    CREDENTIAL_SCRIPTS.slice(0, 1),
    (walk) => calls('revokeLoginCredential')(walk) && walk.length === 5,
  )
  expect(await foundBy(cached, plan)).toMatchObject({ operation: 'credentialUsed', severity: 'failure' })
  expect(await foundBy(asItIs, plan)).toBeUndefined()
})

test.concurrent('a quota that each image is held against on its own', async () => {
  const TOO_LARGE = 1_000_000
  const perImage =
    (own: Cause): Cause =>
    async (event, body) => {
      const sizes =
        event === 'imagePushed' ? Object(body).layers.map((layer: { sizeBytes: number }) => layer.sizeBytes) : []
      try {
        return await own(event, body)
      } catch (error) {
        if (error instanceof EventRefused && sizes.length > 0 && Math.max(...sizes) < TOO_LARGE) return {}
        throw error
      }
    }
  const plan = walksOf(IMAGE_SCRIPTS, (walk) => causes('quotaChanges')(walk) && walk.length === 7)
  expect(await foundBy(perImage, plan)).toMatchObject({
    operation: 'imagePushed',
    rules: ['registry.quota-per-registry'],
  })
  expect(await foundBy(asItIs, plan)).toBeUndefined()
})

test.concurrent('whether somebody who has left is still paged is open', async () => {
  const walking = await openWalking({
    gaps: { 'oncall.departed-responders': 'notify' },
    judgedBy: (own) => ({ ...own, gaps: {} }),
  })
  walkings.push(walking)
  const isMeant = (walk: Walk) =>
    walk.filter((goal) => goal.kind === 'event' && goal.event === 'roleChanges').length > 1
  const walks = walksOf(PAGING_SCRIPTS, isMeant)([], walking.contract.operations)
  expect(walks.length).toBeGreaterThan(1)
  for (const walk of walks) expect((await walking.walk(walk)).finding).toBeUndefined()
})
