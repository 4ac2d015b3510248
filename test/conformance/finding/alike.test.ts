import { expect, test } from 'vitest'
import { alike, type Finding } from '../../../src/conformance/finding/finding.ts'

const finding = (severity: Finding['severity']): Finding => ({
  ...{ code: 'value', path: 'storageQuotaBytes', expected: 1, actual: 2 },
  ...{ check: 'body', operation: 'getRegistry', rules: ['REG-05'], severity },
})

test('a shorter sequence that only gives reason to warn does not show the same failure', () => {
  expect(alike(finding('failure'), finding('failure'))).toBe(true)
  expect(alike(finding('warning'), finding('failure'))).toBe(false)
})
