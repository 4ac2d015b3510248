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

/** What is wrong with an optional field that is not shown though it was set to this. */
function leftOut(predicted: unknown) {
  const comparison: Comparison = {
    operation: 'createMonitor',
    comparators: { find: () => undefined },
    recentOnly: false,
    salt: 's1',
    mismatches: [],
    open: [],
    bindings: new Map(),
    standing: () => 'unknown',
  }
  compare(
    comparison,
    { type: 'object', properties: { field: {} } },
    {
      path: '',
      predicted: { field: predicted },
      observed: {},
    },
  )
  return comparison.mismatches.map(({ code }) => code)
}

test('an optional field with nothing in it may be left out', () => {
  expect([[], {}, '', null].map(leftOut)).toEqual([[], [], [], []])
  expect([['200'], { a: 1 }, 'x', false, 0].map(leftOut)).toEqual(Array(5).fill(['missing']))
})

/** What is wrong with a list that should be newest first, of two things made one after the other. */
function orderOf(...observed: readonly { readonly id: string; readonly createdAt: string }[]) {
  return orderAfter({}, ...observed)
}

/** The same, after these times were shown. */
function orderAfter(
  before: Readonly<Record<string, string>>,
  ...observed: readonly { readonly id: string; readonly createdAt: string }[]
) {
  const comparison: Comparison = {
    operation: 'listDeliveries',
    comparators: { find: () => undefined },
    recentOnly: false,
    salt: 's1',
    mismatches: [],
    open: [],
    bindings: new Map(),
    standing: () => 'unknown',
  }
  const item = {
    type: 'object',
    properties: {
      id: { type: 'string', 'x-understudy': { identifier: 'EmailDelivery' } },
      createdAt: { type: 'string', 'x-understudy': { timestamp: true } },
    },
  } as const
  const schema = { type: 'array', items: item, 'x-understudy': { 'newest-first': 'createdAt' } } as const
  const predicted = ['second', 'first'].map((id) => ({ id, createdAt: before[id] ?? `⟦now 0#${id}⟧` }))
  compare(comparison, schema, { path: 'deliveries', predicted, observed })
  return comparison.mismatches.map(({ code }) => code)
}

test('newest first, by the times that are shown', () => {
  const [early, late] = ['2026-11-16 07:44:34.822+00', '2026-11-16 07:44:35.319+00']
  expect(orderOf({ id: 'second', createdAt: late }, { id: 'first', createdAt: early })).toEqual([])
  expect(orderOf({ id: 'first', createdAt: early }, { id: 'second', createdAt: late })).toEqual(['order'])
})

test('what a target made a little later than the event before it stands above it', () => {
  const [early, late] = ['2026-11-16 07:44:34.822+00', '2026-11-16 07:44:35.319+00']
  expect(orderOf({ id: 'first', createdAt: late }, { id: 'second', createdAt: early })).toEqual([])
  const tooLate = '2026-11-16 07:54:35.319+00'
  expect(orderOf({ id: 'first', createdAt: tooLate }, { id: 'second', createdAt: early })).toEqual(['order'])
})

test('nor need anybody be able to read when it was made', () => {
  const [early, late] = ['2026-W47-1T07:44:34.822Z', '2026-W47-1T07:44:35.319Z']
  expect(orderOf({ id: 'first', createdAt: late }, { id: 'second', createdAt: early })).toEqual([])
  expect(orderOf({ id: 'first', createdAt: early }, { id: 'second', createdAt: late })).toEqual(['order'])
  expect(orderOf({ id: 'first', createdAt: 'just now' }, { id: 'second', createdAt: early })).toEqual(['order'])
})

test('some go by less than a millisecond, and show it', () => {
  const [early, late] = ['2026-11-19 12:33:51.765498+00', '2026-11-19 12:33:51.765504+00']
  expect(orderOf({ id: 'first', createdAt: late }, { id: 'second', createdAt: early })).toEqual([])
})

test('what waited for long and was shown so before stands above it too', () => {
  const [early, late] = ['2026-11-16 07:44:34.822+00', '2026-11-16 07:54:35.319+00']
  const shown = [
    { id: 'first', createdAt: late },
    { id: 'second', createdAt: early },
  ]
  expect(orderAfter({ first: late, second: early }, ...shown)).toEqual([])
  expect(orderAfter({ second: early }, ...shown)).toEqual(['order'])
})

test('what an item of a set has besides the fields that are described is its own business', () => {
  const comparison: Comparison = {
    ...{ operation: 'savePagingSettings', comparators: { find: () => undefined }, recentOnly: false, salt: 's1' },
    ...{ mismatches: [], open: [], bindings: new Map(), standing: () => 'unknown' },
  }
  const rule = {
    type: 'object',
    properties: { channel: { type: 'string' }, delaySeconds: { type: 'integer' } },
  } as const
  const schema = { type: 'array', items: rule, 'x-understudy': { set: true } } as const
  const predicted = [{ channel: 'email', delaySeconds: 5 }]
  compare(comparison, schema, { path: 'rules', predicted, observed: [{ _rev: 1, channel: 'email', delaySeconds: 5 }] })
  expect(comparison.mismatches).toEqual([])
  compare(comparison, schema, { path: 'rules', predicted, observed: [{ _rev: 1, channel: 'email', delaySeconds: 6 }] })
  expect(comparison.mismatches).toMatchObject([{ code: 'items' }])
})
