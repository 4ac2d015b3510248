import { expect, test } from 'vitest'
import { makeSampler } from '../../../src/conformance/kit/sampler.ts'

const TIMES = 2_000

test('each of several is picked about as often as any other', () => {
  const sampler = makeSampler(7)
  const counts = new Map<number, number>()
  for (let time = 0; time < TIMES; time++) {
    const picked = sampler.pick([0, 1, 2, 3]) ?? -1
    counts.set(picked, (counts.get(picked) ?? 0) + 1)
  }
  for (const count of counts.values()) expect(Math.abs(count / TIMES - 0.25)).toBeLessThan(0.05)
  expect(counts.size).toBe(4)
})

test('a chance is as great as it is said to be, also in samplers that are made anew each time', () => {
  const hits = Array.from({ length: TIMES }, (_, seed) => makeSampler(Math.imul(seed, 0x85ebca6b)).chance(0.1))
  expect(Math.abs(hits.filter(Boolean).length / TIMES - 0.1)).toBeLessThan(0.03)
})

test('weights are kept', () => {
  const sampler = makeSampler(11)
  const items = [1, 20, 79].map((weight, value) => ({ weight, value }))
  const picked = Array.from({ length: TIMES }, () => sampler.weighted(items))
  const share = (value: number) => picked.filter((one) => one === value).length / TIMES
  expect([0, 1, 2].map((value) => Math.round(share(value) * 20) / 20)).toEqual([0, 0.2, 0.8])
})
