import { expect, test } from 'vitest'
import { roles } from '../../../src/conformance/compare/access-lists.ts'
import type { Comparison } from '../../../src/conformance/compare/comparison.ts'

const SET = { id: 'custom-s1', name: 'Crew', description: '', scopable: false, permissions: ['a', 'b'] }

/** What is said of the roles that are offered, where one is ours and is so. */
function said(offered: readonly object[], standing: 'ours' | 'gone' = 'ours') {
  const comparison: Comparison = {
    operation: 'getTokenScopeOptions',
    comparators: { find: () => undefined },
    recentOnly: false,
    salt: 's1',
    mismatches: [],
    open: [],
    bindings: new Map(),
    standing: () => standing,
  }
  const predicted = standing === 'ours' ? [SET] : []
  roles('custom')(comparison, { path: 'roles', predicted, observed: offered }, {})
  return comparison.mismatches.map(({ code, ...rest }) => [code, 'path' in rest && rest.path])
}

test('a custom role is offered as it was set, its permissions in any order', () => {
  expect(said([SET])).toEqual([])
  expect(said([{ ...SET, permissions: ['b', 'a'] }])).toEqual([])
  expect(said([])).toEqual([['lacks', 'roles']])
  expect(said([{ ...SET, name: 'Other' }])).toEqual([['value', 'roles.name']])
  expect(said([{ ...SET, permissions: ['a'] }])).toEqual([['value', 'roles.permissions']])
})

test('a custom role that was removed is offered no more', () => {
  expect(said([], 'gone')).toEqual([])
  expect(said([SET], 'gone')).toEqual([['holds', 'roles']])
})
