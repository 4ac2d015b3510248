import { expect, test } from 'vitest'
import { startingAt } from './sampled.ts'

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test('a sample is every so many, and no run is without one', () => {
  expect(startingAt(ALL, 3, 0)).toEqual(['a', 'd', 'g'])
  expect(startingAt(ALL, 3, 7)).toEqual(['b', 'e'])
  for (let seed = 0; seed < 20; seed++) expect(startingAt(ALL, 50, seed)).toHaveLength(1)
})

test('runs that follow each other leave nothing out', () => {
  const seen = [0, 1, 2].flatMap((seed) => startingAt(ALL, 3, 41 + seed))
  expect(seen.sort()).toEqual(ALL)
})
