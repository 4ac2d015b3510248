import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameJson } from '../../src/contract/json.ts'

test('JSON values are the same when Node says so', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(sameJson(a, structuredClone(a))).toBe(true)
      expect(sameJson(a, b)).toBe(isDeepStrictEqual(a, b))
    }),
  )
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(sameJson({ a: undefined }, {})).toBe(false)
})
