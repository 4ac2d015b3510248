import { expect, test } from 'vitest'
import { judgeMock } from '../../../bench/eyesight/judge-mock.ts'
import type { GapValues } from '../../../src/contract/generated/gaps.ts'
import { sampled } from '../../support/sampled.ts'

/** What is seen of a mock that chooses so, while the judge is not told. */
async function observed(area: string, gaps: Partial<GapValues>, maxRequests = 400) {
  const { failures, coverage } = await judgeMock({ areas: [area], seed: 11, maxRequests, bail: false, gaps })
  expect(failures.map(({ finding }) => finding)).toEqual([])
  return Object.keys(gaps).map((gap) => [...(coverage.observations.get(gap)?.keys() ?? [])])
}

test('in which order a list stands for which none is stated', async () => {
  expect(await observed('uptime', { 'general.list-order': 'newest-first' })).toEqual([['"newest-first"']])
  expect(await observed('uptime', {})).toEqual([])
})

const UNSHOWN = [
  ['uptime', 'uptime.last-used-at', 'never'],
  ['clusters', 'clusters.token-last-used', 'never'],
  ['oncall', 'oncall.last-event-counts', 'none'],
] as const

test.for(sampled(UNSHOWN, 3))('%s: %s is %s when a use does not show', async ([area, gap, value]) => {
  const [[seen] = []] = await observed(area, { [gap]: value }, 1500)
  expect(seen).toBe(JSON.stringify(value))
})
