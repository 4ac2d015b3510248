import { expect, test } from 'vitest'
import { TOKENS_COMPARATORS } from '../../../../src/conformance/areas/tokens/comparators.ts'
import type { Comparison } from '../../../../src/conformance/compare/comparison.ts'

const grant = (resourceIds: readonly string[], role = 'viewer', roleName = 'Viewer') => ({
  role,
  roleName,
  resourceIds,
})

/** What is wrong with the scope that a token is listed with. */
function wrongWith(predicted: readonly object[], observed: readonly object[]): string[] {
  const comparison: Comparison = {
    ...{ operation: 'listTokens', comparators: { find: () => undefined }, recentOnly: false, salt: 's1' },
    ...{ mismatches: [], open: [], bindings: new Map(), standing: () => 'unknown' },
  }
  TOKENS_COMPARATORS['listTokens tokens.scope']?.(comparison, { path: 'scope', predicted, observed }, {})
  return comparison.mismatches.map((mismatch) => ('path' in mismatch ? mismatch.path : mismatch.code))
}

test('two grants of one role may be shown as one, and in any order', () => {
  expect(wrongWith([grant(['a']), grant(['b'])], [grant(['b', 'a'])])).toEqual([])
  expect(
    wrongWith([grant(['a']), grant([], 'editor', 'Editor')], [grant([], 'editor', 'Editor'), grant(['a'])]),
  ).toEqual([])
})

test('a grant that is forgotten, and one that became wider, show', () => {
  expect(wrongWith([grant(['a']), grant(['b'])], [grant(['b'])])).toEqual(['scope'])
  expect(wrongWith([grant(['a'])], [grant(['a']), grant([])])).toEqual(['scope'])
})

test('without a scope a token may show whole roles, and none that is narrowed', () => {
  expect(wrongWith([], [])).toEqual([])
  expect(wrongWith([], [grant([], 'admin', 'Administrator')])).toEqual([])
  expect(wrongWith([], [grant(['a'])])).toEqual(['scope'])
})

test('a role has its own name, unless nobody knows it yet', () => {
  expect(wrongWith([grant(['a'])], [grant(['a'], 'viewer', 'Editor')])).toEqual(['scope.roleName'])
  expect(wrongWith([grant(['a'], 'viewer', '⟦name#1⟧')], [grant(['a'])])).toEqual([])
})
