import { expect, test } from 'vitest'
import { EMAIL_COMPARATORS } from '../../../../src/conformance/areas/email/comparators.ts'
import type { Comparison } from '../../../../src/conformance/compare/comparison.ts'

/** What is said of the state of a delivery. */
function said(predicted: string, observed: string, lastStatus?: number, attempts = 1) {
  const comparison: Comparison = {
    ...{ operation: 'listDeliveries', comparators: { find: () => undefined }, recentOnly: true, salt: '' },
    ...{ mismatches: [], open: [], bindings: new Map() },
    standing: () => 'unknown',
  }
  const pair = { path: 'deliveries[EmailDelivery].state', predicted, observed }
  EMAIL_COMPARATORS['listDeliveries deliveries.state']?.(comparison, pair, { lastStatus, attempts })
  return comparison.mismatches.map(({ provenance }) => provenance)
}

test('what an endpoint took has not failed, what it refused was not delivered', () => {
  expect(said('delivered', 'failed', 200)).toEqual(['implied'])
  expect(said('failed', 'delivered', 500)).toEqual(['implied'])
})

test('a delivery may be on its way still, and one that nobody answered may have arrived', () => {
  expect(said('delivered', 'pending', 200)).toEqual([])
  expect(said('failed', 'delivering', 500)).toEqual([])
  expect(said('failed', 'delivered')).toEqual([])
})

test('what was taken at the second attempt may have been given up after the first', () => {
  expect(said('delivered', 'failed', 200, 2)).toEqual([])
})
