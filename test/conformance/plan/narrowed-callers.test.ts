import { expect, test } from 'vitest'
import { SCOPE_SCRIPTS } from '../../../src/conformance/areas/tokens/scopes.ts'
import { severalGrants } from '../../../src/conformance/plan/scoped.ts'
import { scopedCreations } from '../../../src/conformance/plan/scoped-creations.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

const OWNER = { authorization: 'Bearer owner' }

const posted = (sent: Sent, path: string): Readonly<Record<string, unknown>> =>
  sent.method === 'POST' && sent.path.endsWith(path) ? JSON.parse(sent.body ?? '{}') : {}

const withBody = (sent: Sent, body: object): Sent => ({ ...sent, body: JSON.stringify(body) })

/** Of several domains of a key only one is looked at. */
const lookingAt = (place: number): Mistake => ({
  asked(sent) {
    const { domainIds, ...rest } = posted(sent, '/email/keys')
    return Array.isArray(domainIds) ? withBody(sent, { ...rest, domainIds: [domainIds.at(place)] }) : sent
  },
})

/** What a grant of a role of the organization's own making names is not looked at. */
const blindToCustomRoles: Mistake = {
  asked(sent) {
    const { scope, ...rest } = posted(sent, '/tokens')
    if (!Array.isArray(scope)) return sent
    const grants = scope.map((grant) => (grant.role.startsWith('custom-') ? { role: grant.role } : grant))
    return withBody(sent, { ...rest, scope: grants })
  },
}

const scripts: Plan = (operations, all) =>
  SCOPE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(
    (walk: Walk) =>
      operations.every(({ id }) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)) &&
      !walk.some((goal) => goal.kind === 'call' && /Domain|Cluster|Uptime|Monitor|Schedule/.test(goal.operation.id)),
  )

/** Tokens are offered what their owner is. */
const offeringToPersons: Mistake = {
  asked: (sent) =>
    sent.path.endsWith('/scope-options') && !/(owner|admin|member|outsider)$/.test(String(sent.headers.authorization))
      ? { ...sent, headers: { ...sent.headers, ...OWNER } }
      : sent,
}

interface Case {
  readonly name: string
  readonly mistake: Mistake
  readonly plan: Plan
  readonly ids: readonly string[]
  readonly seen: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = [
  {
    name: 'a key for two domains where only the first is looked at',
    mistake: lookingAt(0),
    plan: scopedCreations,
    ids: ['createDomain', 'createSendKey'],
    seen: { operation: 'createSendKey', code: 'accepted' },
  },
  {
    name: 'a key for two domains where only the last is looked at',
    mistake: lookingAt(-1),
    plan: scopedCreations,
    ids: ['createDomain', 'createSendKey'],
    seen: { operation: 'createSendKey', code: 'accepted' },
  },
  {
    name: 'a route on a domain that its maker may only read',
    mistake: {
      asked: (sent) =>
        posted(sent, '/routes').pattern === undefined ? sent : { ...sent, headers: { ...sent.headers, ...OWNER } },
    },
    plan: scopedCreations,
    ids: ['createDomain', 'armDomainReceiving', 'createRoute'],
    seen: { operation: 'createRoute', code: 'accepted' },
  },
  {
    name: 'a role of its own that is narrowed and reaches everything',
    mistake: blindToCustomRoles,
    plan: severalGrants,
    ids: ['createRegistry', 'getRegistry'],
    seen: { operation: 'getRegistry', rules: ['tokens.scope-exceeded'] },
  },
  {
    name: 'a role of its own for things of others',
    mistake: blindToCustomRoles,
    plan: scripts,
    ids: ['createToken', 'createRegistry'],
    seen: { operation: 'createToken', rules: ['tokens.resource-beyond-owner'] },
  },
  ...['a role of its own that is gone', 'a role that others made for themselves'].map((name, place) => ({
    name,
    mistake: {
      asked(sent: Sent) {
        const { scope, ...rest } = posted(sent, '/tokens')
        return Array.isArray(scope) ? withBody(sent, rest) : sent
      },
    },
    plan: (_: unknown, all: Parameters<Plan>[1]) =>
      scripts([], all)
        .filter((walk) => walk.filter(({ kind }) => kind === 'call').length === 1)
        .slice(place, place + 1),
    ids: [],
    seen: { operation: 'createToken', rules: ['tokens.role-unknown'] },
  })),
  {
    name: 'a token that is offered more than it reaches',
    mistake: offeringToPersons,
    plan: scripts,
    ids: ['createToken', 'createRegistry', 'getTokenScopeOptions'],
    seen: { operation: 'getTokenScopeOptions', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids, seen }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
  expect(await found(mistake, plan, ids)).toEqual(expect.objectContaining(seen))
})
