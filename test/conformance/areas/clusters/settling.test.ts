import { expect, test } from 'vitest'
import { judgeMock } from '../../../../bench/eyesight/judge-mock.ts'
import { worded } from '../../../../src/conformance/finding/words.ts'

test('a target whose nodes are ready at once and leave with their token is not accused', {
  timeout: 60_000,
}, async () => {
  const gaps = { 'clusters.progress': 'at-once', 'clusters.nodes-of-ended-token': 'remove' }
  const { failures } = await judgeMock({ areas: ['clusters'], gaps, seed: 20, maxRequests: 750, bail: false })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test('a target whose clusters get on only by being looked at is not accused', { timeout: 60_000 }, async () => {
  const gaps = { 'clusters.progress': 'after-reads', 'clusters.deleting-visible': 'visible' }
  const { failures } = await judgeMock({ areas: ['clusters'], gaps, seed: 20, maxRequests: 700, bail: false })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})
