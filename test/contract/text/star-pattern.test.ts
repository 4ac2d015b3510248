import { expect, test } from 'vitest'
import { starFits } from '../../../src/contract/text/star-pattern.ts'

test.each([
  ['shop', 'shop', true],
  ['shop', 'shops', false],
  ['*', '', true],
  ['*a*b', 'aab', true],
  ['a*a', 'a', false],
  ['*shop', 'shop-acme-shop', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
])('%s and %s', (pattern, text, fits) => {
  expect(starFits(pattern, text)).toBe(fits)
})
