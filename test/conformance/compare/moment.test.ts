import { expect, test } from 'vitest'
import { momentOf } from '../../../src/conformance/compare/moment.ts'

test.each([
  '2026-03-05T09:00:00Z',
  '2026-03-05T09:00Z',
  '2026-03-05 09:00:00.000+00',
  '2026-03-05T10:00:00+01:00',
  '2026-03-05T10:00:00+0100',
  '20260305T090000Z',
  '20260305T1000+0100',
  '2026-03-05T09:00:00,000Z',
])('%s is one instant', (text) => {
  expect(momentOf(text)).toBe(Date.UTC(2026, 2, 5, 9))
})

test.each(['2026-03-05T09:00:00', '5 March 2026', 1_772_701_200, null])('%s is open', (value) => {
  expect(momentOf(value)).toBeUndefined()
})
