import { expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { NAMESAKE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/namesakes.ts'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { byIntruder } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { namedAgain, namesakes } from '../../../src/conformance/plan/names.ts'
import { readByNarrowed } from '../../../src/conformance/plan/scoped.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject, type Json } from '../../../src/contract/json.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'
import { openWalking } from '../../support/walking.ts'

const bodyOf = ({ body }: Sent): Readonly<Record<string, Json>> => {
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  return isObject(json) ? (json as Readonly<Record<string, Json>>) : {}
}

const items = (json: unknown, field: string): Record<string, unknown>[] => {
  const list = isObject(json) ? json[field] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

const count = (walk: Walk, id: string) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length

/** What goes by a name, a role or a token of another: a thing of another kind, a successor, whoever may do less. */
const CASES: readonly Case[] = [
  {
    name: 'a key that goes with a rule of its name',
    mistake() {
      let isGone = false
      return {
        answered({ sent, received }) {
          isGone ||= sent.method === 'DELETE' && sent.path.includes('/oidc-rules/')
          if (!isGone || sent.method !== 'GET' || !sent.path.endsWith('/keys')) return received
          const keys = items(received.json, 'keys').map((key) => ({ ...key, revokedAt: '2026-01-01T00:00:00Z' }))
          return as(received, received.status, { keys })
        },
      }
    },
    plan: (operations) => namesakes(operations, looksAmong(operations)),
    ids: ['createRegistry', 'createRegistryKey', 'listRegistryKeys', 'createOidcRule', 'deleteOidcRule'],
    seen: { operation: 'listRegistryKeys', severity: 'failure' },
  },
  {
    name: 'a key that anybody mints when there is one of its name',
    mistake() {
      const names = new Set<unknown>()
      return {
        asked(sent) {
          if (sent.method !== 'POST' || !sent.path.endsWith('/keys')) return sent
          const { name } = bodyOf(sent)
          const isAgain = names.has(name)
          names.add(name)
          return isAgain ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } } : sent
        },
      }
    },
    plan: (operations) => namedAgain(operations, looksAmong(operations)),
    ids: ['createRegistry', 'createRegistryKey', 'listRegistryKeys'],
    seen: { operation: 'createRegistryKey', rules: ['registry.key-admin-needed'] },
  },
  {
    name: 'an incident without its alerts',
    mistake: () => ({
      answered({ sent, received }) {
        if (sent.method !== 'GET' || !/\/incidents\/[^/]+$/.test(sent.path) || !isObject(received.json)) return received
        return as(received, received.status, { ...received.json, alerts: {} })
      },
    }),
    plan: walksOf(ALERT_SOURCE_SCRIPTS, calls('receiveAlerts', 'getIncident')),
    seen: { operation: 'getIncident', code: 'empty', rules: ['ONC-08'] },
  },
  {
    name: 'a provider that rejects and is said to be out of reach',
    mistake: () => ({
      answered({ sent, received }) {
        const isRejected =
          sent.method === 'PUT' && sent.path.endsWith('/provider-credential') && received.status === 422
        return isRejected ? as(received, 502, { error: 'the provider cannot be reached' }) : received
      },
    }),
    plan: walksOf(PAGING_SCRIPTS, (walk) => count(walk, 'setProviderCredential') === 2),
    seen: { operation: 'setProviderCredential', rules: ['oncall.provider-rejects'] },
  },
  {
    name: 'a join that spends another token',
    mistake() {
      const tokens: Json[] = []
      let isSpent = false
      return {
        asked(sent) {
          const { token, ...rest } = bodyOf(sent)
          if (!sent.path.endsWith('/join') || token !== tokens[1] || isSpent) return sent
          isSpent = true
          return { ...sent, body: JSON.stringify({ ...rest, token: tokens[0] }) }
        },
        answered({ sent, received }) {
          if (sent.path.endsWith('/join-tokens') && isObject(received.json))
            tokens.push(received.json.joinToken as Json)
          return received
        },
      }
    },
    plan: walksOf(JOINING_SCRIPTS, (walk) => count(walk, 'createJoinToken') === 2 && calls('joinNode')(walk)),
    seen: { operation: 'joinNode', severity: 'failure' },
  },
  {
    name: 'a cluster that goes because another of its name went twice',
    mistake() {
      let deletions = 0
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && received.status < 300) deletions += 1
          const isLooked = sent.method === 'GET' && /\/clusters\/[^/]+$/.test(sent.path) && received.status === 200
          return isLooked && deletions > 1 ? as(received, 404, { error: 'there is no such cluster' }) : received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => count(walk, 'deleteCluster') === 2),
    seen: { operation: 'getCluster', severity: 'failure' },
  },
  {
    name: 'a token that reaches nothing once it is narrowed',
    mistake() {
      const narrowed = new Set<string>()
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST' && sent.path.endsWith('/tokens') && isObject(received.json))
            if (JSON.stringify(bodyOf(sent).scope ?? '').includes('resourceIds'))
              narrowed.add(`Bearer ${received.json.key}`)
          return narrowed.has(sent.headers.authorization ?? '')
            ? as(received, 403, { error: 'out of reach' })
            : received
        },
      }
    },
    plan: (operations, all) => readByNarrowed(operations, all),
    ids: ['createRegistry', 'getRegistry'],
    seen: { operation: 'getRegistry', rules: ['TOK-06'] },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name is seen', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

/** One person in two organizations, chosen by a header that the mock knows nothing of. */
const choosing = (profile: Profile): Profile => {
  const { owner, outsider } = profile.actors
  if (!owner || !outsider) return profile
  const both = { ...owner, user: 'usr_both', role: 'member' }
  return {
    ...profile,
    actors: {
      ...profile.actors,
      here: { ...both, headers: { authorization: 'Bearer both', 'x-acting': 'ours' } },
      there: {
        ...{ ...both, organization: outsider.organization },
        headers: { authorization: 'Bearer both', 'x-acting': 'theirs' },
      },
    },
  }
}

/** Acts for whichever organization it is asked to, whoever asks. */
const trusting = (client: Client): Client => ({
  ...client,
  async send(sent, held) {
    const headers = { ...sent.headers, ...(sent.headers['x-acting'] === 'ours' && { authorization: 'Bearer owner' }) }
    const exchange = await client.send({ ...sent, headers }, held)
    return { ...exchange, sent }
  },
})

test.each([
  { name: 'a target that believes whoever names our organization', between: trusting, isSeen: true },
  { name: 'a target that does not listen to it', between: (own: Client) => own, isSeen: false },
])('$name', async ({ between, isSeen }) => {
  const walking = await openWalking({ judgedBy: choosing, between })
  try {
    const operations = [...walking.of('registry'), ...walking.of('organization')]
    const sequences = []
    for (const walk of byIntruder(operations, looksAmong(operations))) sequences.push(await walking.walk(walk))
    const claims = sequences.flatMap(({ steps }) => steps.filter((step) => step.kind === 'request' && step.claims))
    expect(claims.length).toBeGreaterThan(5)
    for (const { finding } of sequences)
      if (finding?.operation === 'getContacts') expect(finding.rules).toEqual(['GEN-04'])
    const findings = sequences.flatMap(({ finding }) => finding?.operation ?? [])
    expect(findings.includes('listRegistries')).toBe(isSeen)
    expect(findings.includes('getContacts')).toBe(isSeen)
    if (!isSeen) expect(findings).toEqual([])
  } finally {
    await walking.close()
  }
})
