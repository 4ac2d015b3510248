import { expect, test } from 'vitest'
import { isDateTime } from '../../../src/contract/schema/date-time.ts'

test.each([
  '2026-11-16T07:16:00Z',
  '2026-11-16T07:16:00.123456+00:00',
  '2026-11-16T07:16Z',
  '2026-11-16T07:16+05:30',
  '2026-11-16 07:16:00+00',
  '2028-02-29T23:59:60Z',
  '20261116T071600Z',
  '20261116T0716+0530',
  '2026-11-16T07:16:00,5Z',
])('%s is one', (text) => {
  expect(isDateTime(text)).toBe(true)
})

test.each([
  'noon',
  '2026-11-16',
  '2026-11-16T07:16:00',
  '2026-02-30T07:16:00Z',
  '2026-13-01T07:16:00Z',
  '2026-11-16T24:16:00Z',
  '2026-11-16T07:60:00Z',
  '2026-11-16T07:16:00Z and more',
  '2026-11-16T071600Z',
  '20260230T071600Z',
  '20261116',
])('%s is none', (text) => {
  expect(isDateTime(text)).toBe(false)
})
