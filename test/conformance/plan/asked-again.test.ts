import { expect, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../src/conformance/areas/email/scripts/domains.ts'
import { ORGANIZATION_SCRIPTS } from '../../../src/conformance/areas/organization/scripts.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import type { Received, Sent } from '../../../src/target/exchange.ts'
import { found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

/** What was answered well once is answered so for ever, without looking again. */
function rememberingAnswers(to: (sent: Sent) => boolean): Mistake {
  const good = new Map<string, Received>()
  return {
    answered({ sent, received }) {
      if (!to(sent)) return received
      const asked = `${sent.method} ${sent.path} ${sent.body}`
      if (received.status < 300) good.set(asked, received)
      return good.get(asked) ?? received
    },
  }
}

const scripted =
  (scripts: readonly Script[], event: string): Plan =>
  (_, all) =>
    scripts
      .flatMap(({ walks }) => walks(all) ?? [])
      .filter((walk) => walk.some((goal) => goal.kind === 'event' && goal.event === event))

const backendOff: Plan = (operations) =>
  switched(operations, looksAmong(operations), ({ event }) => event === 'backendBehaves')

interface Case {
  readonly name: string
  readonly to: (sent: Sent) => boolean
  readonly plan: Plan
  readonly ids: readonly string[]
  readonly rule: string
}

const CASES: readonly Case[] = [
  {
    name: 'a thing that was read before its backend was out of reach',
    to: ({ method, path }) => method === 'GET' && /domains\/[^/]+$/.test(path),
    plan: backendOff,
    ids: ['createDomain', 'getDomain'],
    rule: 'email.backend-unreachable',
  },
  {
    name: 'a thing that was made and is gone, made again while its backend is out of reach',
    to: ({ method }) => method === 'POST',
    plan: backendOff,
    ids: ['createSuppression', 'deleteSuppression'],
    rule: 'email.backend-unreachable',
  },
  {
    name: 'an address that was free at the payment provider',
    to: ({ method, path }) => method === 'PATCH' && path.endsWith('/contacts'),
    plan: scripted(ORGANIZATION_SCRIPTS, 'billingEmailCollides'),
    ids: [],
    rule: 'organization.billing-collides',
  },
  {
    name: 'a domain that was free',
    to: ({ method, path }) => method === 'POST' && path.endsWith('/domains'),
    plan: scripted(DOMAIN_SCRIPTS, 'domainClaimedElsewhere'),
    ids: [],
    rule: 'email.name-claimed',
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ to, plan, ids, rule }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
  expect(await found(rememberingAnswers(to), plan, ids)).toMatchObject({ code: 'accepted', rules: [rule] })
})
