import { expect, test } from 'vitest'
import { inShort } from '../../../bin/terminal/in-short.ts'

test('a few values in a few words', () => {
  expect(inShort(['refuse', 'accept'])).toBe('"refuse", "accept"')
  expect(inShort([1, 2, 3, 4, 5, 6])).toBe('1, 2, 3, 4, and 2 more')
  expect(inShort(['x'.repeat(5000)])).toHaveLength(61)
})
