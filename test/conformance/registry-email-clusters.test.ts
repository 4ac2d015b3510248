import { expect, test } from 'vitest'
import { coveringChoices } from '../../bench/eyesight/covering-profiles.ts'
import { judgeSecondCandidate } from '../../bench/eyesight/judge-candidate.ts'
import { judgeMock } from '../../bench/eyesight/judge-mock.ts'
import { worded } from '../../src/conformance/finding/words.ts'
import { FULL } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'

/** Rules of these areas that take a walk of their own to be met. */
const BROKEN = [
  ['registry', 'registry.revoked-key-dead', 'credentialUsed'],
  ['email', 'email.key-revoked', 'sendMessage'],
  ['registry', 'registry.space-freed', 'getRegistry'],
  ['registry', 'general.uri-needed', 'createOidcRule'],
  ['email', 'email.pattern-per-domain', 'createRoute'],
  ['registry', 'registry.access-needed', 'createLoginCredential'],
  ['email', 'email.lifting-delivers', 'messageSent'],
  ['email', 'email.patterns-match', 'listDeliveries'],
  ['email', 'email.redelivery-is-new', 'redeliverDelivery'],
  ['clusters', 'clusters.one-minor-per-hop', 'updateCluster'],
] as const

test.for(sampled(BROKEN, 10))('%s: a mock without the rule %s is caught at %s', async ([area, rule, at]) => {
  const { failures } = await judgeMock({
    areas: [area],
    seed: 11,
    maxRequests: 3000,
    bail: true,
    withoutRules: [rule],
  })
  expect(failures[0]?.finding).toMatchObject({ severity: 'failure', operation: at })
  expect(failures[0]?.how).toBe('reduced')
})

test('a target whose clusters show a change late, and while they are made, is not accused', async () => {
  const look = { variant: 'b', areas: ['clusters'], seed: 3, maxRequests: 250, bail: true, driver: true } as const
  expect((await judgeSecondCandidate(look)).failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test('versions may be spelt with a v', async () => {
  const gaps = { 'clusters.version-catalog': ['v1.27.3', 'v1.28.9', 'v1.29.1', 'v1.30.0'] }
  const look = { areas: ['clusters'], seed: 11, maxRequests: 1400, gaps, runs: 0 }
  expect((await judgeMock({ ...look, bail: false })).failures).toEqual([])
  const { failures } = await judgeMock({ ...look, bail: true, withoutRules: ['clusters.one-minor-per-hop'] })
  expect(failures[0]?.finding).toMatchObject({ operation: 'updateCluster', rules: ['clusters.one-minor-per-hop'] })
})

/** Open points at which these walks would accuse a target that chose otherwise. */
const OTHERWISE = [
  ['registry', { 'registry.garbage-collection-seconds': 20 * 86_400 }],
  ['email', { 'email.delete-domain-keys': 'drop-id', 'email.delete-domain-routes': 'keep' }],
  ['email', { 'email.disabled-events': 'held', 'email.log-page-size': 7 }],
  ['clusters', { 'clusters.progress': 'after-reads', 'clusters.expires-in-unit': 'days' }],
  // Bounds have no stated place (Limits).
  ['clusters', { 'clusters.expires-in-maximum': 120, 'clusters.join-token-unit': 'hours' }],
  ['clusters', { 'clusters.expires-in-minimum': 3600 }],
  ['tokens', { 'tokens.expires-in-maximum': 120 }],
  ['tokens', { 'tokens.expires-in-minimum': 300 }],
] as const

test.for(sampled(OTHERWISE, 8))('%s: nobody is accused of %o', async ([area, gaps]) => {
  const { failures, requests } = await judgeMock({
    areas: [area],
    seed: 11,
    maxRequests: 500,
    bail: false,
    gaps,
    runs: 0,
  })
  expect(requests).toBeGreaterThan(50)
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

/** Which form expiresAt has is open: only what can be misread by nobody is read (Limits; ambiguity 3). */
test.runIf(FULL)('of two clusters that are torn down one may be gone before the other', async () => {
  const gaps = { 'clusters.progress': 'after-reads' }
  const { failures } = await judgeMock({ areas: ['clusters'], seed: 4, maxRequests: 1600, bail: true, gaps })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test.runIf(FULL)('that deleting an endpoint removed its deliveries may show only later', async () => {
  const [, gaps = {}] = coveringChoices()
  expect(gaps).toMatchObject({ 'email.deleted-endpoint-deliveries': 'remove' })
  const { failures } = await judgeMock({ areas: ['email'], seed: 5, maxRequests: 1400, bail: true, gaps })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})
