import { expect, test } from 'vitest'
import { IAM_COMPARATORS } from '../../../../src/conformance/areas/iam/comparators.ts'
import type { Comparison } from '../../../../src/conformance/compare/comparison.ts'

const tiers = ['read', 'write', 'admin'].map((tier) => ({ tier, permission: `registry.key.${tier}` }))
const service = (name: string) => ({ service: name, resources: [{ resource: 'key', tiers }] })

/** What a permission catalog lacks, where these services were seen before. */
function lacking(seen: readonly string[], listed: readonly string[]): string[] {
  const comparison: Comparison = {
    ...{ operation: 'listPermissions', comparators: { find: () => undefined }, recentOnly: false, salt: 's1' },
    ...{ mismatches: [], open: [], bindings: new Map(), standing: () => 'unknown' },
  }
  const pair = { path: 'services', predicted: seen.map(service), observed: listed.map(service) }
  IAM_COMPARATORS['listPermissions services']?.(comparison, pair, {})
  return comparison.mismatches.flatMap((one) => (one.provenance === 'stated' && 'id' in one ? [String(one.id)] : []))
}

test('the permission catalog has every service, whatever the organization is enabled for', () => {
  expect(lacking(['registry', 'uptime'], ['uptime', 'registry'])).toEqual([])
  expect(lacking(['registry', 'uptime'], ['registry'])).toEqual(['uptime'])
})
