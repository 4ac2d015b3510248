import { expect, test } from 'vitest'
import { TOKENS_SCRIPTS } from '../../../src/conformance/areas/tokens/scripts.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import { onOldThings } from '../../../src/conformance/plan/through-time.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const DAY_MS = 86_400_000

const CASES: readonly Case[] = [
  {
    name: 'updates of an incident that was resolved a day ago are refused',
    mistake() {
      let resolvedMs = Number.POSITIVE_INFINITY
      return {
        answered({ sent, received }) {
          if (sent.path.endsWith('/resolve') && isObject(received.json))
            resolvedMs = Date.parse(String(received.json.resolvedAt))
          const isUpdate = sent.method === 'POST' && sent.path.endsWith('/updates') && isObject(received.json)
          const atMs = isUpdate && isObject(received.json) ? Date.parse(String(received.json.at)) : 0
          return atMs - resolvedMs > DAY_MS ? as(received, 409, { error: 'the incident is closed' }) : received
        },
      }
    },
    plan: (operations) => onOldThings(operations, looksAmong(operations)),
    ids: ['openIncident', 'resolveIncident', 'publishUpdate', 'listIncidents', 'getIncident'],
    seen: { operation: 'publishUpdate', severity: 'failure' },
  },
  {
    name: 'a registry under a former slug needs no payment method',
    mistake() {
      const made = new Map<string, unknown>()
      return {
        answered({ sent, received }) {
          const { slug = '' } = sent.method === 'POST' && sent.body ? JSON.parse(sent.body) : {}
          const before = made.get(slug)
          if (received.status < 300 && slug) made.set(slug, received.json)
          return received.status === 402 && before ? as(received, 201, before) : received
        },
      }
    },
    plan: (operations) => switched(operations, looksAmong(operations), ({ event }) => event === 'paymentMethodChanges'),
    ids: ['createRegistry', 'deleteRegistry', 'listRegistries', 'getRegistry'],
    seen: { operation: 'createRegistry', rules: ['registry.payment-needed'] },
  },
  {
    name: 'a list that shows at most two of the things that a token is for',
    mistake: () => ({
      answered({ sent, received }) {
        const { tokens } = isObject(received.json) ? received.json : {}
        if (sent.method !== 'GET' || !Array.isArray(tokens)) return received
        const cut = tokens.map((token) => ({
          ...token,
          scope: token.scope.map((entry: { resourceIds: string[] }) => ({
            ...entry,
            resourceIds: entry.resourceIds.slice(0, 2),
          })),
        }))
        return as(received, 200, { tokens: cut })
      },
    }),
    plan: walksOf(TOKENS_SCRIPTS, (walk) => walk.length === 5 && calls('createRegistry', 'listTokens')(walk)),
    seen: { operation: 'listTokens', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
