import { expect, test } from 'vitest'
import { coveringChoices } from '../../bench/eyesight/covering-profiles.ts'
import { judgeMock } from '../../bench/eyesight/judge-mock.ts'
import { checkLoginLifetime } from '../../src/conformance/checks/login-lifetime.ts'
import { newShadow } from '../../src/conformance/shadow/shadow.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { emptyWorld } from '../../src/model/empty-world.ts'
import { received } from '../../src/target/received.ts'

/** Rules of these areas that take a walk of their own to be met. */
const BROKEN = [
  ['registry', 'registry.revoked-key-dead', 'credentialUsed'],
  ['registry', 'registry.access-needed', 'createLoginCredential'],
  ['registry', 'registry.space-freed', 'getRegistry'],
  ['registry', 'general.uri-needed', 'createOidcRule'],
  ['email', 'email.pattern-per-domain', 'createRoute'],
  ['email', 'email.patterns-match', 'listDeliveries'],
  ['email', 'email.key-revoked', 'sendMessage'],
  ['email', 'email.lifting-delivers', 'messageSent'],
  ['email', 'email.redelivery-is-new', 'redeliverDelivery'],
  ['clusters', 'clusters.one-minor-per-hop', 'updateCluster'],
] as const

test.for(BROKEN)('%s: a mock without the rule %s is caught at %s', { timeout: 60_000 }, async ([area, rule, at]) => {
  const { failures } = await judgeMock({ areas: [area], seed: 11, maxRequests: 700, bail: true, withoutRules: [rule] })
  expect(failures[0]?.finding).toMatchObject({ severity: 'failure', operation: at })
  expect(failures[0]?.how).toBe('reduced')
})

/** Open points at which these walks would accuse a target that chose otherwise. */
const OTHERWISE = [
  ['registry', { 'registry.garbage-collection-seconds': 20 * 86_400 }],
  ['email', { 'email.delete-domain-keys': 'revoke-last', 'email.delete-domain-routes': 'keep' }],
  ['email', { 'email.disabled-events': 'held', 'email.log-page-size': 7 }],
  ['clusters', { 'clusters.progress': 'after-reads', 'clusters.expires-in-unit': 'days' }],
] as const

test.for(OTHERWISE)('%s: nobody is accused of %o', { timeout: 60_000 }, async ([area, gaps]) => {
  const { failures, requests } = await judgeMock({
    areas: [area],
    seed: 11,
    maxRequests: 500,
    bail: false,
    gaps,
    runs: 0,
  })
  expect(requests).toBeGreaterThan(100)
  expect(failures.map(({ finding }) => finding.message)).toEqual([])
})

/** Which form expiresAt has is open: only what can be misread by nobody is read (Limits; ambiguity 3). */
test.each([
  ['an hour away', '2026-03-01T11:00:00Z', 0],
  ['an hour away, elsewhere', '2026-03-01T13:00:00+02:00', 0],
  ['a day away', '2026-03-02T10:00:00Z', 1],
  ['gone already', '2026-03-01T09:00:00.000Z', 1],
  ['without an offset', '2026-03-02T10:00:00', 0],
  ['seconds', '86400', 0],
  ['words', 'tomorrow', 0],
])('a login credential that ends %s', (_what, expiresAt, findings) => {
  const operation = loadContract(source).operation('createLoginCredential')
  const answer = received(
    201,
    { date: 'Sun, 01 Mar 2026 10:00:00 GMT', 'content-type': 'application/json' },
    JSON.stringify({ expiresAt }),
  )
  const shadow = newShadow(emptyWorld({ nowMs: Date.parse('2026-03-01T10:00:00Z') }), new Map(), '')
  expect(checkLoginLifetime(operation, answer, shadow)).toHaveLength(findings)
})

test('of two clusters that are torn down one may be gone before the other', { timeout: 60_000 }, async () => {
  const gaps = { 'clusters.progress': 'after-reads' }
  const { failures } = await judgeMock({ areas: ['clusters'], seed: 4, maxRequests: 1600, bail: true, gaps })
  expect(failures.map(({ finding }) => finding.message)).toEqual([])
})

test('that deleting an endpoint removed its deliveries may show only later', { timeout: 60_000 }, async () => {
  const [, gaps = {}] = coveringChoices()
  expect(gaps).toMatchObject({ 'email.deleted-endpoint-deliveries': 'remove' })
  const { failures } = await judgeMock({ areas: ['email'], seed: 5, maxRequests: 1400, bail: true, gaps })
  expect(failures.map(({ finding }) => finding.message)).toEqual([])
})
