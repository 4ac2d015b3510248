import { expect, test } from 'vitest'
import { broken, fromElsewhere, twisted } from '../../../src/conformance/plan/by-operation.ts'
import { filtered } from '../../../src/conformance/plan/filters.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import { tokensOfLesser } from '../../../src/conformance/plan/tokens-of-lesser.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids: readonly string[]
  /** What the mock does at open points. */
  readonly gaps?: Profile['gaps']
  readonly seen: Readonly<Record<string, unknown>>
}

type Item = Readonly<Record<string, unknown>>
const bodyOf = ({ body = '' }: Sent): Item => Object(body === '' ? {} : JSON.parse(body))

const CASES: readonly Case[] = [
  {
    name: 'a filter by state lets through what was in that state once',
    mistake() {
      const resolved = new Map<unknown, Item>()
      return {
        answered({ sent, received }) {
          const { id, status, acknowledgedAt, incidents } = Object(received.json)
          if (status === 'resolved' && acknowledgedAt !== undefined) resolved.set(id, Object(received.json))
          if (!Array.isArray(incidents) || !sent.path.includes('status=acknowledged')) return received
          return as(received, received.status, { incidents: [...resolved.values(), ...incidents] })
        },
      }
    },
    plan: (operations) => filtered(operations),
    ids: ['openIncident', 'acknowledgeIncident', 'resolveIncident', 'listIncidents'],
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'what is created switched off is not looked at',
    mistake() {
      let good: unknown
      return {
        asked(sent) {
          const body = bodyOf(sent)
          const isOff = body.enabled === false && good !== undefined
          return isOff ? { ...sent, body: JSON.stringify({ ...body, vantages: good }) } : sent
        },
        answered({ sent, received }) {
          if (received.status === 201) good ??= bodyOf(sent).vantages
          return received
        },
      }
    },
    plan: (operations) => [[{ kind: 'have', entity: 'UptimeMonitor' }], ...twisted(operations, looksAmong(operations))],
    ids: ['createMonitor'],
    seen: { code: 'accepted', operation: 'createMonitor', severity: 'failure' },
  },
  {
    name: 'whoever names a thing of another organization does something to it',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'POST' && sent.path.endsWith('/incidents')
          ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } }
          : sent,
    }),
    plan: (operations) => fromElsewhere(operations, looksAmong(operations)),
    ids: ['openIncident', 'listIncidents'],
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'a token does what its scope says, though its owner may not',
    mistake: () => ({
      asked: (sent) =>
        /(owner|admin|member|outsider)$/.test(
          String(Object(sent.headers).authorization ?? Object(sent.headers).Authorization),
        )
          ? sent
          : { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } },
    }),
    plan: tokensOfLesser,
    gaps: { 'tokens.beyond-owner-roles': 'resources' },
    ids: ['createSendKey'],
    seen: { code: 'accepted', operation: 'createSendKey', severity: 'failure' },
  },
  {
    name: 'with a filter by state, what came into it last is listed first',
    mistake: () => ({
      answered({ sent, received }) {
        const { incidents } = Object(received.json)
        const [, field] = /status=(acknowledged|resolved)/.exec(sent.path) ?? []
        if (!Array.isArray(incidents) || field === undefined) return received
        const changed = (incident: Item) => Date.parse(String(incident[`${field}At`]))
        return as(received, received.status, { incidents: incidents.toSorted((a, b) => changed(b) - changed(a)) })
      },
    }),
    plan: (operations) => filtered(operations),
    ids: ['openIncident', 'acknowledgeIncident', 'resolveIncident', 'listIncidents'],
    seen: { code: 'order', operation: 'listIncidents', severity: 'failure' },
  },
  {
    name: 'a credential that could not be tried is kept where there was none',
    mistake() {
      let [isThere, kept] = [false, undefined as Item | undefined]
      return {
        answered({ sent, received }) {
          const { configured } = Object(received.json)
          if (received.status === 502 && !isThere) kept = bodyOf(sent)
          if (received.status < 300) isThere = configured === true
          if (configured !== false || !kept || sent.method !== 'GET') return received
          const { authToken: _, ...shown } = kept
          return as(received, 200, { ...Object(received.json), ...shown, configured: true })
        },
      }
    },
    plan: (operations) => switched(operations, looksAmong(operations), () => true),
    ids: ['getProviderCredential', 'setProviderCredential', 'clearProviderCredential'],
    seen: { operation: 'getProviderCredential', severity: 'failure' },
  },
  {
    name: 'what must be said goes without saying beside something else',
    mistake: () => ({
      asked(sent) {
        const { tcp, ...body } = bodyOf(sent)
        const { tls, port } = Object(tcp)
        const takesUsual = tls === true && port === undefined
        return takesUsual ? { ...sent, body: JSON.stringify({ ...body, tcp: { ...Object(tcp), port: 443 } }) } : sent
      },
    }),
    plan: (operations) => broken(operations, looksAmong(operations)),
    ids: ['createMonitor'],
    seen: { code: 'accepted', operation: 'createMonitor', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids, gaps, seen }) => {
  expect(await found(mistake(), plan, ids, gaps)).toEqual(expect.objectContaining(seen))
})

test.concurrent.each(sampled(CASES, 6))('nothing is found where it is not so: $name', async ({ plan, ids, gaps }) => {
  expect(await found(undefined, plan, ids, gaps)).toBeUndefined()
})
