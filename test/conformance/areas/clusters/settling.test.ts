import { expect, test } from 'vitest'
import { judgeSecondCandidate } from '../../../../bench/eyesight/judge-candidate.ts'
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

test('a target whose rolls take their time, which nobody can move, is not accused however often it is looked at', {
  timeout: 60_000,
}, async () => {
  const look = { areas: ['clusters'], seed: 31, maxRequests: 1100, bail: true, runs: 0 }
  const { failures } = await judgeSecondCandidate({ ...look, variant: 'b', driver: false })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})
