import { expect, test } from 'vitest'
import { judgeMock } from '../../bench/eyesight/judge-mock.ts'
import { sampled } from '../support/sampled.ts'

/** One of each kind of check; bench/eyesight/RULES.md has them all. */
const SAMPLE = [
  // What is left behind may also keep its registry from being deleted.
  ['registry', 'registry.orphan-purged', 'listManifests|listRegistries'],
  ['registry', 'registry.key-secret-once', 'listRegistryKeys'],
  ['registry', 'registry.prefixes-hold', 'credentialUsed'],
  ['email', 'email.raw-whole', 'getMessageContent'],
  ['email', 'email.each-record-observed', 'getDomainDns'],
  ['email', 'email.lists-instance-filtered', 'listDomains'],
  ['clusters', 'clusters.skew-names-nodes', 'updateCluster'],
  ['clusters', 'clusters.join-token-single-use', 'nodeJoins'],
  ['clusters', 'clusters.services-limited', 'getCluster'],
  ['iam', 'iam.live-resources', 'getIamCatalog'],
  ['organization', 'organization.billing-collides', 'updateContacts'],
  ['tokens', 'tokens.narrowed', 'getRegistry|getTokenScopeOptions'],
  ['oncall', 'oncall.paging-default', 'listPages'],
  ['oncall', 'oncall.overrides-before-targets', 'listPages'],
  ['oncall', 'oncall.override-bounded', 'listSchedules'],
  ['oncall', 'oncall.timeline-private', 'statusPageViewed'],
  ['uptime', 'uptime.transitions-recorded', 'listMonitorTransitions'],
  ['uptime', 'uptime.metrics-per-vantage', 'getMonitorMetrics'],
  ['uptime', 'uptime.quota-before-relay', 'createMonitor'],
] as const

test.for(sampled(SAMPLE, 4))('%s: a mock without the rule %s is caught at %s', async ([area, rule, operation]) => {
  const { failures } = await judgeMock({
    areas: [area],
    seed: 11,
    maxRequests: 2500,
    bail: true,
    withoutRules: [rule],
  })
  expect(failures[0]?.finding).toMatchObject({ severity: 'failure' })
  expect(operation.split('|')).toContain(failures[0]?.finding.operation)
})

test('a kind that changes is seen where a kind in a PATCH is taken', async () => {
  const { failures } = await judgeMock({
    areas: ['uptime'],
    seed: 11,
    maxRequests: 2500,
    bail: true,
    withoutRules: ['uptime.kind-immutable'],
    gaps: { 'uptime.kind-in-patch': 'ignore' },
  })
  expect(failures[0]?.finding).toMatchObject({ severity: 'failure', check: 'immutable', operation: 'updateMonitor' })
})
