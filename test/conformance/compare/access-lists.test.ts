import { expect, test } from 'vitest'
import { resources, roles } from '../../../src/conformance/compare/access-lists.ts'
import type { Comparison } from '../../../src/conformance/compare/comparison.ts'

const SET = { id: 'custom-s1', name: 'Crew', description: '', scopable: false, permissions: ['a', 'b'] }

type Standing = Comparison['standing']

const comparing = (standing: Standing): Comparison => ({
  operation: 'getTokenScopeOptions',
  comparators: { find: () => undefined },
  recentOnly: false,
  salt: 's1',
  mismatches: [],
  open: [],
  bindings: new Map(),
  standing,
})

/** What is said of the roles that are offered, where one is ours and is so. */
function said(offered: readonly object[], standing: 'ours' | 'gone' | 'elsewhere' = 'ours') {
  const comparison = comparing(() => standing)
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

test('a custom role of another organization is not offered', () => {
  expect(said([], 'elsewhere')).toEqual([])
  expect(said([SET], 'elsewhere')).toEqual([['holds', 'roles']])
})

const MONITOR = { service: 'uptime', id: 'm1', name: 'birch-s1-0' }

/** Why things must not be offered, where nothing or one thing was expected. */
function misplaced(offered: readonly object[], is: ReturnType<Standing>, predicted: readonly object[] = []) {
  const comparison = comparing((entity) => (entity === 'UptimeMonitor' ? is : 'unknown'))
  resources(comparison, { path: 'resources', predicted, observed: offered }, {})
  return comparison.mismatches.map((mismatch) => 'why' in mismatch && mismatch.why)
}

test('things of another organization and removed ones are not offered, whether or not that kind of thing is', () => {
  expect(misplaced([MONITOR], 'elsewhere')).toEqual(['elsewhere'])
  expect(misplaced([MONITOR], 'gone')).toEqual(['removed'])
  // Whether such things are offered at all is open.
  expect(misplaced([MONITOR], 'ours')).toEqual([])
  expect(misplaced([{ ...MONITOR, name: 'not of our making' }], 'elsewhere')).toEqual([])
})

test('things that the caller cannot read are not offered, where others of their service are', () => {
  const readable = { ...MONITOR, id: 'm2' }
  expect(misplaced([readable, MONITOR], 'ours', [readable])).toEqual(['hidden-from-caller'])
})
