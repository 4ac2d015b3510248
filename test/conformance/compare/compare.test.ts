import { expect, test } from 'vitest'
import { compare } from '../../../src/conformance/compare/compare.ts'
import type { Comparison } from '../../../src/conformance/compare/comparison.ts'

/** How sure it is that a moment is there which nothing has set. */
function unsetAs(annotation: { readonly timestamp: true; readonly state?: true }, observed: string | null) {
  const comparison: Comparison = {
    operation: 'listRegistryKeys',
    comparators: { find: () => undefined },
    recentOnly: false,
    salt: 's1',
    mismatches: [],
    open: [],
    bindings: new Map(),
    standing: () => 'unknown',
  }
  const schema = { type: 'object', properties: { at: { type: 'string', 'x-understudy': annotation } } } as const
  compare(comparison, schema, { path: '', predicted: {}, observed: { at: observed } })
  return comparison.mismatches.map(({ provenance }) => provenance)
}

test('a moment that marks a state is not there before the state is', () => {
  expect(unsetAs({ timestamp: true, state: true }, '2026-03-05T09:00:00Z')).toEqual(['stated'])
  expect(unsetAs({ timestamp: true }, '2026-03-05T09:00:00Z')).toEqual(['implied'])
})

test('what stands for no moment at all is no state', () => {
  expect(unsetAs({ timestamp: true, state: true }, null)).toEqual([])
  expect(unsetAs({ timestamp: true, state: true }, '')).toEqual(['implied'])
  expect(unsetAs({ timestamp: true, state: true }, '0001-01-01T00:00:00Z')).toEqual(['implied'])
})
