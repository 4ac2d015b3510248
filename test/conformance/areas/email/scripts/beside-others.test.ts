import { expect, test } from 'vitest'
import { DELIVERY_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/deliveries.ts'
import { ROUTE_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/routes.ts'
import { SENDING_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/sending.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../../../support/seen-case.ts'

type Item = Readonly<Record<string, unknown>>

const isOutsider = ({ headers }: Sent): boolean => /outsider/.test(String(headers.authorization))
const byNeighbour =
  (id: string) =>
  (walk: Walk): boolean =>
    walk.some((goal) => goal.kind === 'call' && goal.operation.id === id && goal.manner === 'neighbour')
const listIn = (json: unknown, field: string): readonly Item[] => {
  const list: unknown = Object(json)[field]
  return Array.isArray(list) ? list : []
}

/** What we have told again is listed for somebody else, and for us besides or no longer. */
function tellsOther({ isKept }: { readonly isKept: boolean }): Mistake {
  let again: unknown
  let told: readonly Item[] = []
  return {
    answered({ sent, received }) {
      if (sent.path.endsWith('/redeliver') && received.status < 300) again = Object(received.json).id
      const deliveries = listIn(received.json, 'deliveries')
      if (sent.method !== 'GET' || again === undefined || !Object(received.json).deliveries) return received
      if (isOutsider(sent)) return as(received, 200, { deliveries: [...told, ...deliveries] })
      told = deliveries.filter(({ id }) => id === again)
      return isKept ? received : as(received, 200, { deliveries: deliveries.filter(({ id }) => id !== again) })
    },
  }
}

/** What another organization has that is like ours, and what is shown of ours in another form. */
const CASES: readonly Case[] = [
  {
    name: 'what is told again goes to whoever had an endpoint at that address first',
    mistake: () => tellsOther({ isKept: false }),
    plan: walksOf(DELIVERY_SCRIPTS, byNeighbour('createWebhook')),
    seen: { operation: 'listDeliveries', severity: 'failure' },
  },
  {
    name: 'what is told again is listed for somebody else besides',
    mistake: () => tellsOther({ isKept: true }),
    plan: walksOf(DELIVERY_SCRIPTS, byNeighbour('createWebhook')),
    seen: { operation: 'listDeliveries', code: 'holds', why: 'elsewhere' },
  },
  {
    name: 'what became of one message became of all to the same people',
    mistake() {
      const events = new Map<string, unknown>()
      return {
        answered({ sent, received }) {
          const { message } = Object(received.json)
          if (sent.method !== 'GET' || !message) return received
          const to = JSON.stringify(message.to)
          if (!events.has(to)) events.set(to, Object(received.json).events)
          return as(received, 200, { message, events: events.get(to) })
        },
      }
    },
    plan: walksOf(SENDING_SCRIPTS, byNeighbour('getMessage')),
    seen: { operation: 'getMessage', severity: 'failure' },
  },
  {
    name: 'a pattern stays taken when its domain has gone',
    mistake() {
      const patterns = new Set<unknown>()
      return {
        answered({ sent, received }) {
          const { pattern } = Object(received.json)
          if (sent.method !== 'POST' || received.status !== 201 || pattern === undefined) return received
          const isTaken = isOutsider(sent) && patterns.has(pattern)
          patterns.add(pattern)
          return isTaken ? as(received, 409, { error: 'taken' }) : received
        },
      }
    },
    plan: walksOf(ROUTE_SCRIPTS, byNeighbour('createRoute')),
    seen: { operation: 'createRoute', severity: 'failure' },
  },
  {
    name: 'a lone star is not shown',
    mistake: () => ({
      answered({ sent, received }) {
        if (sent.method !== 'GET' || !Object(received.json).routes) return received
        const routes = listIn(received.json, 'routes').map(({ pattern, ...route }) =>
          pattern === '*' ? { ...route, catchAll: true } : { ...route, pattern },
        )
        return as(received, 200, { routes })
      },
    }),
    plan: walksOf(ROUTE_SCRIPTS, calls('listRoutes', 'listDeliveries')),
    seen: { operation: 'listRoutes', severity: 'failure' },
  },
  {
    name: 'the secret of a key is in the header of what was sent with it',
    mistake() {
      let secret: unknown
      return {
        answered({ sent, received }) {
          secret = Object(received.json).secret ?? secret
          if (!sent.path.endsWith('/content') || received.status !== 200) return received
          return { ...received, text: `X-Submitted-By: ${secret}\r\n${received.text}` }
        },
      }
    },
    plan: walksOf(SENDING_SCRIPTS, calls('createSendKey', 'getMessageContent')),
    seen: { operation: 'getMessageContent', code: 'secret' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, seen }) => {
  expect(await found(mistake(), plan, [])).toEqual(expect.objectContaining(seen))
  expect(await found(undefined, plan, [])).toBeUndefined()
})
