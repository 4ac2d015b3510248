import { expect, test } from 'vitest'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { DOMAIN_SCRIPTS } from '../../../src/conformance/areas/email/scripts/domains.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { listedByOwnToken } from '../../../src/conformance/plan/by-own-token.ts'
import { byThoseOfAnotherService } from '../../../src/conformance/plan/by-readers.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { scoped } from '../../../src/conformance/plan/scoped.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

const OWNER = 'Bearer owner'
const IN_PERSON = /(owner|admin|member|outsider)$/

/** What a token may see of a list below something is not looked at. */
const seenByTokens = (list: RegExp): Mistake => ({
  asked: (sent) =>
    sent.method === 'GET' && list.test(sent.path) && !IN_PERSON.test(String(sent.headers.authorization))
      ? { ...sent, headers: { ...sent.headers, authorization: OWNER } }
      : sent,
})

/** Tokens are good for nothing, though whoever may not do something is told so in the same way. */
const refusingTokens: Mistake = {
  answered: ({ sent, received }) =>
    sent.method === 'GET' && !IN_PERSON.test(String(sent.headers.authorization))
      ? as(received, 403, { error: 'not by a token' })
      : received,
}

/** A prefix loses its slash, and then covers whatever begins with the same letters. */
const withoutSlashes: Mistake = {
  asked(sent) {
    const body: unknown = sent.method === 'POST' && sent.path.endsWith('/keys') ? JSON.parse(sent.body ?? '{}') : {}
    if (!isObject(body) || !Array.isArray(body.repoPrefixes)) return sent
    const repoPrefixes = body.repoPrefixes.map((prefix) => String(prefix).replace(/\/$/, ''))
    return { ...sent, body: JSON.stringify({ ...body, repoPrefixes }) }
  },
}

/** It is refused whatever it is asked for: always too early, or just being changed. */
const neverReady = (method: string, path: RegExp): Mistake => ({
  asked: (sent) =>
    isOwners(sent) && sent.method === method && path.test(sent.path)
      ? { ...sent, method: 'GET', path: ELSEWHERE }
      : sent,
  answered: ({ sent, received }) =>
    isOwners(sent) && sent.method === method && path.test(sent.path)
      ? as(received, 409, { error: 'not now' })
      : received,
})
const ELSEWHERE = '/api/v1/organization/contacts'
const isOwners = ({ headers }: Sent): boolean => headers.authorization === OWNER

const onOneOfTwo: Plan = (operations, all) =>
  scoped(
    operations.filter(({ id }) => id !== 'createToken'),
    all,
  )

const ofAnotherService: Plan = (operations, all) => byThoseOfAnotherService(operations, all, looksAmong(operations))

/** Walks of scripts, those that call the last of the operations. */
const scripted =
  (scripts: readonly Script[], last: string): Plan =>
  (_, all) =>
    scripts
      .flatMap(({ walks }) => walks(all) ?? [])
      .filter((walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === last))

interface Case {
  readonly name: string
  readonly mistake: Mistake
  readonly plan: Plan
  readonly ids: readonly string[]
  readonly seen: Readonly<Record<string, unknown>>
}

/** Lists below something that a caller can be narrowed to, and what makes the one and what is listed. */
const LISTS: readonly (readonly [operation: string, path: RegExp, ...made: string[]])[] = [
  ['listRegistryKeys', /\/registries\/[^/]+\/keys$/, 'createRegistry', 'createRegistryKey'],
  ['listOidcRules', /\/registries\/[^/]+\/oidc-rules$/, 'createRegistry', 'createOidcRule'],
  ['listUpstreamCredentials', /\/upstream-credentials$/, 'createRegistry', 'setUpstreamCredential'],
  ['listRepositories', /\/registries\/[^/]+\/repositories$/, 'createRegistry'],
  ['listRegistrationTokens', /\/registration-tokens$/, 'createCluster', 'createRegistrationToken'],
  ['listNodes', /\/clusters\/[^/]+\/nodes$/, 'createCluster'],
]

const ALWAYS_CHANGING: readonly (readonly [operation: string, method: string, path: RegExp])[] = [
  ['getClusterUsage', 'GET', /\/usage$/],
  ['createJoinToken', 'POST', /\/join-tokens$/],
  ['deleteCluster', 'DELETE', /\/clusters\/[^/]+$/],
]

const CASES: readonly Case[] = [
  // An empty list is as good as refused, so there has to be something in it.
  ...LISTS.map(([list, path, ...made]) => ({
    name: `a token for one thing is shown what is below another: ${list}`,
    mistake: seenByTokens(path),
    plan: onOneOfTwo,
    ids: [list, ...made],
    seen: { operation: list, code: 'accepted', rule: 'tokens.scope-exceeded', severity: 'failure' },
  })),
  // A node takes its time to come in, and how long a token is good is open; but it is for another service all the same.
  {
    name: 'a token of another service that may have expired is shown nodes',
    mistake: seenByTokens(/\/clusters\/[^/]+\/nodes$/),
    plan: ofAnotherService,
    ids: ['createCluster', 'listNodes'],
    seen: { operation: 'listNodes', code: 'accepted', rule: 'tokens.scope-exceeded', severity: 'failure' },
  },
  ...['listRegistries', 'listClusters', 'listDomains'].map((list) => ({
    name: `a token of an owner that was not narrowed may not see what its owner does: ${list}`,
    mistake: refusingTokens,
    plan: listedByOwnToken,
    ids: [list],
    seen: { operation: list, code: 'refused', severity: 'failure' },
  })),
  {
    name: 'receiving can never be armed, also on a domain that sends',
    mistake: neverReady('POST', /\/receive$/),
    plan: scripted(DOMAIN_SCRIPTS.slice(1, 2), 'armDomainReceiving'),
    ids: ['armDomainReceiving'],
    seen: { operation: 'armDomainReceiving', code: 'refused', severity: 'failure' },
  },
  ...ALWAYS_CHANGING.map(([operation, method, path]) => ({
    name: `a cluster that was left in peace is always being changed: ${operation}`,
    mistake: neverReady(method, path),
    plan: scripted(RUNNING_SCRIPTS.slice(1, 2), operation),
    ids: [operation],
    seen: { operation, code: 'refused', severity: 'failure' },
  })),
  {
    name: 'a key for team/ that is good for teamwork/',
    mistake: withoutSlashes,
    plan: scripted(CREDENTIAL_SCRIPTS, 'createRegistryKey'),
    ids: ['createRegistry', 'createRegistryKey', 'listRegistryKeys', 'revokeRegistryKey'],
    seen: { code: 'door', severity: 'failure' },
  },
]

test.for(sampled(CASES, 3))('$name', async ({ mistake, plan, ids, seen }) => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
  expect(await found(mistake, plan, ids)).toMatchObject(seen)
})
