import { expect, test } from 'vitest'
import { UPTIME_COMPARATORS } from '../../../../src/conformance/areas/uptime/comparators.ts'
import type { Comparison } from '../../../../src/conformance/compare/comparison.ts'

const comparing = (): Comparison => ({
  ...{ operation: 'listMonitorTransitions', comparators: { find: () => undefined }, recentOnly: false, salt: 's1' },
  ...{ mismatches: [], open: [], bindings: new Map(), standing: () => 'unknown' },
})

/** True if an order is objected to, of transitions that happened at these times, the oldest first. */
function isWrong(times: readonly string[], order: (list: object[]) => object[]): boolean {
  const states = ['pending', 'up', 'down', 'up', 'down']
  const transitions = times.map((at, place) => ({ at, from: states[place], to: states[place + 1] }))
  const comparison = comparing()
  const pair = { path: 'transitions', predicted: [], observed: order(transitions) }
  UPTIME_COMPARATORS['listMonitorTransitions transitions']?.(comparison, pair, {})
  return comparison.mismatches.some(({ code }) => code === 'order')
}

const asIs = (list: object[]) => list
const reversed = (list: object[]) => list.toReversed()
const at = (...ms: readonly number[]) => ms.map((more) => String(1_795_097_958_000 + more))

test('transitions within one second are listed in their order, though some are of one moment', () => {
  expect(isWrong(at(54, 56), asIs)).toBe(true)
  expect(isWrong(at(54, 54, 59, 60), asIs)).toBe(true)
  expect(isWrong(at(54, 54, 59, 60), reversed)).toBe(false)
})

test('of several at one moment none is the most recent', () => {
  expect(isWrong(at(54, 54), asIs)).toBe(false)
  expect(isWrong(at(54, 54, 54), asIs)).toBe(false)
})

test('one that was told too late may stand by its time', () => {
  expect(isWrong(at(60, 54), asIs)).toBe(false)
})

test('where the older ones stand the other way round below the newest, the order is wrong', () => {
  const jumbled = (list: object[]) => [...list.slice(-1), ...list.slice(0, -1)]
  expect(isWrong(at(0, 60_000, 120_000, 180_000), jumbled)).toBe(true)
  expect(isWrong(at(0, 1000, 2000, 3000), jumbled)).toBe(false)
})
