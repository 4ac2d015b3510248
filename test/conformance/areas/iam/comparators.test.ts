import { expect, test } from 'vitest'
import { IAM_COMPARATORS } from '../../../../src/conformance/areas/iam/comparators.ts'
import type { Comparison } from '../../../../src/conformance/compare/comparison.ts'

const tiers = ['read', 'write', 'admin'].map((tier) => ({ tier, permission: `registry.key.${tier}` }))
const service = (name: string) => ({ service: name, resources: [{ resource: 'key', tiers }] })

const comparing = (operation: string): Comparison => ({
  ...{ operation, comparators: { find: () => undefined }, recentOnly: false, salt: 's1' },
  ...{ mismatches: [], open: [], bindings: new Map(), standing: () => 'unknown' },
})

/** What a permission catalog lacks, where these services were seen before. */
function lacking(seen: readonly string[], listed: readonly string[]): string[] {
  const comparison = comparing('listPermissions')
  const pair = { path: 'services', predicted: seen.map(service), observed: listed.map(service) }
  IAM_COMPARATORS['listPermissions services']?.(comparison, pair, {})
  return comparison.mismatches.flatMap((one) => (one.provenance === 'stated' && 'id' in one ? [String(one.id)] : []))
}

test('the permission catalog has every service, whatever the organization is enabled for', () => {
  expect(lacking(['registry', 'uptime'], ['uptime', 'registry'])).toEqual([])
  expect(lacking(['registry', 'uptime'], ['registry'])).toEqual(['uptime'])
})

test.each([
  ['shop', []],
  ['registry:shop', []],
  ['registries/shop', []],
  ['another-shop', ['shop']],
  ['shop-two', ['shop']],
])('a resource shown as %s', (id, lacks) => {
  const comparison = comparing('getIamCatalog')
  const resource = (shown: string) => ({ service: 'registry', id: shown, name: 'Shop' })
  const pair = { path: 'resources', predicted: [resource('shop')], observed: [resource(id)] }
  IAM_COMPARATORS['getIamCatalog resources']?.(comparison, pair, {})
  expect(comparison.mismatches.flatMap((one) => ('id' in one ? [one.id] : []))).toEqual(lacks)
})
