import { expect, test } from 'vitest'
import { saltOf } from '../../../src/conformance/run/salt.ts'

test('no salt is part of another, nor of the one that a sequence goes on with', () => {
  const salts = Array.from({ length: 3_000 }, (_, sequence) => saltOf(1, 46_000, sequence))
  const used = new Set(salts.flatMap((salt) => [salt, `${salt}x`]))
  expect(used.size).toBe(2 * salts.length)
  const lengths = new Set(salts.map(({ length }) => length))
  expect(lengths.size).toBe(1)
})

test('two runs that start at different moments have different salts', () => {
  const salts = [37, 1_332].flatMap((startedMs) =>
    Array.from({ length: 2_000 }, (_, sequence) => saltOf(1, startedMs, sequence)),
  )
  expect(new Set(salts).size).toBe(salts.length)
})
