import { expect, test } from 'vitest'
import { sameMeaning } from '../../../src/conformance/compare/same-meaning.ts'

test.each([
  ['08:00:00', '08:00'],
  ['8:00', '08:00'],
  ['+49 30 (123)', '+4930123'],
  ['Ada@Example.org ', 'ada@example.org'],
  ['2026-03-05T10:00:00+01:00', '2026-03-05T09:00:00.000Z'],
  ['https://shop.example', 'https://shop.example/'],
  ['v1.31.2', '1.31.2'],
  [7, 0],
  [-1, 0],
  [2 ** 40, 1000],
  [1.5, 2],
])('%j may be shown as %j', (sent, shown) => {
  expect(sameMeaning(sent, shown)).toBe(true)
})

test.each([
  ['medium', 'small'],
  ['08:00:00', '09:00'],
  ['1.31.2', '1.30.9'],
  ['anything', ''],
  [3, 5],
  [3, 0],
  [true, false],
  [['a'], []],
  ['7', 7],
])('%j is not what %j means', (sent, shown) => {
  expect(sameMeaning(sent, shown)).toBe(false)
})
