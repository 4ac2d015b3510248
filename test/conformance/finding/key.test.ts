import { expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import { keyOf, keyWithoutRace } from '../../../src/conformance/finding/key.ts'

const ALONE: Finding = {
  code: 'accepted',
  severity: 'failure',
  check: 'refusal',
  operation: 'createMonitor',
  rules: ['uptime.quota-reached'],
  rule: 'uptime.quota-reached',
  reason: 'the quota is reached',
  expected: [403],
  actual: 201,
}

test('a mistake that shows in a race has another key, and can be told to be the one that shows without', () => {
  const raced: Finding = { ...ALONE, check: 'parallel', circumstance: { kind: 'together', check: 'refusal' } }
  expect(keyOf(raced)).toBe('parallel createMonitor refusal uptime.quota-reached')
  expect(keyWithoutRace(raced)).toBe(keyOf(ALONE))
  expect(keyWithoutRace(ALONE)).toBeUndefined()
})
