import { expect, test } from 'vitest'
import { isAfterAll, mayBeSameMoment, momentOf } from '../../../src/conformance/compare/moment.ts'

test.each([
  '2026-03-05T09:00:00Z',
  '2026-03-05T09:00Z',
  '2026-03-05 09:00:00.000+00',
  '2026-03-05T10:00:00+01:00',
  '2026-03-05T10:00:00+0100',
  '20260305T090000Z',
  '2026-W10-4T09:00:00Z',
  '2026W104T09:00:00Z',
  '2026-064T09:00:00Z',
  '20260305T1000+0100',
  '2026-03-05T09:00:00,000Z',
  'Thu, 05 Mar 2026 09:00:00 GMT',
  'Thu, 5 Mar 2026 10:00:00 +0100',
])('%s is one instant', (text) => {
  expect(momentOf(text)).toBe(Date.UTC(2026, 2, 5, 9))
})

test.each(['2026-03-05T09:00:00', '5 March 2026', 1_772_701_200, null])('%s is open', (value) => {
  expect(momentOf(value)).toBeUndefined()
})

test('an instant may be written in two ways, and less exactly in one', () => {
  const at = '2026-03-05T09:00:00.400Z'
  expect(mayBeSameMoment(at, 'Thu, 05 Mar 2026 09:00:00 GMT')).toBe(true)
  expect(mayBeSameMoment(at, '2026-03-05T10:00:00+01:00')).toBe(true)
  expect(mayBeSameMoment(at, '1772701200')).toBe(true)
  expect(mayBeSameMoment(at, 'Thu, 05 Mar 2026 09:00:02 GMT')).toBe(false)
})

test('in one way of writing it is one text', () => {
  expect(mayBeSameMoment('2026-03-05T09:00:00.400Z', '2026-03-05T09:00:00.700Z')).toBe(false)
  expect(mayBeSameMoment('Thu, 05 Mar 2026 09:00:00 GMT', 'Fri, 06 Mar 2026 09:00:00 GMT')).toBe(false)
})

test.each(['', 'never', '0', null])('%s is none', (value) => {
  expect(mayBeSameMoment('2026-03-05T09:00:00Z', value)).toBe(false)
})

test('a time that something happened at is one however it is written, and a placeholder for never is none', () => {
  for (const text of ['1795064531639', '1795064531', '2026-11-19 03:41:24 UTC', '2026-11-19T03:41:24Z'])
    expect(isAfterAll(text), text).toBe(true)
  for (const text of ['', '0', '-', 'never', '0001-01-01T00:00:00Z', '1970-01-01 00:00:00 UTC'])
    expect(isAfterAll(text), text).toBe(false)
})
