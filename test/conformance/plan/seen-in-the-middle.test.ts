import { expect, test } from 'vitest'
import { broken, fromElsewhere, twisted } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import type { Case } from '../../support/seen-case.ts'

type Item = Readonly<Record<string, unknown>>

const bodyOf = ({ body }: Sent): Item => {
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  return isObject(json) ? json : {}
}

/** A target that looks at a part of a list only. */
const lookingAt =
  (field: string, part: (list: readonly unknown[]) => readonly unknown[]): (() => Mistake) =>
  () => ({
    asked(sent) {
      const body = sent.method === 'GET' ? {} : bodyOf(sent)
      const list = body[field]
      return Array.isArray(list) ? { ...sent, body: JSON.stringify({ ...body, [field]: part(list) }) } : sent
    },
  })
const first = (list: readonly unknown[]) => list.slice(0, 1)
const last = (list: readonly unknown[]) => list.slice(-1)
const ends = (list: readonly unknown[]) => [...new Set([...first(list), ...last(list)])]

const twists: Plan = (operations) => twisted(operations, looksAmong(operations))
const breaks: Plan = (operations) => broken(operations, looksAmong(operations))

const CASES: readonly Case[] = [
  ...Object.entries({ first, last, ends }).map(([name, part]) => ({
    name: `event types of which only the ${name} counts`,
    mistake: lookingAt('eventTypes', part),
    plan: twists,
    ids: ['createWebhook'],
    seen: { operation: 'createWebhook', rules: ['email.event-type-unknown'] },
  })),
  {
    name: 'vantages of which only the ends count',
    mistake: lookingAt('vantages', ends),
    plan: twists,
    ids: ['createMonitor'],
    seen: { operation: 'createMonitor', rules: ['uptime.vantage-unavailable'] },
  },
  {
    name: 'rules of which only the last counts',
    mistake: lookingAt('rules', last),
    plan: breaks,
    ids: ['savePagingSettings'],
    seen: { operation: 'savePagingSettings', severity: 'failure' },
  },
  {
    name: 'a scope of which only the first resource counts',
    mistake: lookingAt('scope', (scope) =>
      scope.map((entry) => {
        const { resourceIds } = Object(entry)
        return Array.isArray(resourceIds) ? { ...Object(entry), resourceIds: first(resourceIds) } : entry
      }),
    ),
    plan: twists,
    ids: ['createToken'],
    seen: { operation: 'createToken', severity: 'failure' },
  },
  {
    name: 'a stranger who stands in for whoever is on call',
    mistake: () => ({
      answered({ sent, received }) {
        const body = sent.path.endsWith('/overrides') && received.status === 404 ? bodyOf(sent) : {}
        return body.userId === 'usr_dot' ? as(received, 201, { id: 'ovr_stranger', ...body }) : received
      },
    }),
    plan: (operations) => fromElsewhere(operations, looksAmong(operations)),
    ids: ['addOverride', 'listSchedules'],
    seen: { operation: 'addOverride', rules: ['general.foreign-resource'] },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
