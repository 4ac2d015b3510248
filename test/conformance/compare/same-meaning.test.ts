import { expect, test } from 'vitest'
import { sameMeaning } from '../../../src/conformance/compare/same-meaning.ts'

test.each([
  ['08:00:00', '08:00'],
  ['8:00', '08:00'],
  ['UTC', 'Etc/UTC'],
  ['Europe/Berlin', 'europe/berlin'],
  ['2031-01-01T10:00:00Z', '2031-01-01T11:00:00+01:00'],
  ['2031-01-01T10:00', '2031-01-01T10:00:00.000Z'],
  ['https://Shop.example:443/hook?a=1', 'https://shop.example/hook?a=1'],
  ['Bob@Reader.example', 'bob@reader.example'],
  ['Shop.Example.', 'shop.example'],
  ['+49 (30) 123-456', '+4930123456'],
  ['v1.30.1', '1.30.1'],
  ['aGVsbG8=', 'aGVsbG8'],
  ['  on   duty ', 'on duty'],
  [7, 0],
  [-1, 0],
  [2 ** 40, 1000],
  [1.5, 2],
])('%s may be shown as %s', (sent, shown) => {
  expect(sameMeaning(sent, shown)).toBe(true)
})

test.each([
  ['08:00:00', '09:00'],
  ['2031-01-01T10:00:00+05:00', '2031-01-01T10:00:00Z'],
  // Cut off.
  ['https://shop.example/hook?a=1', 'https://shop.example/hook'],
  ['repo:shop/*', 'repo:shop'],
  ['aGVsbG8=', 'aGVs'],
  ['+4930123456', '123456'],
  // Compared letter by letter.
  ['https://shop.example/Hook', 'https://shop.example/hook'],
  ['aGVsbG8=', 'agvsbg8='],
  ['All is well', 'all is well'],
  // No dates, though they can be read as some.
  ['team 1', 'crew 1'],
  ['on-duty', 'onduty'],
  [1, 2],
  [3, 0],
  [8, 1],
  [true, 'true'],
])('%s may not be shown as %s', (sent, shown) => {
  expect(sameMeaning(sent, shown)).toBe(false)
})
