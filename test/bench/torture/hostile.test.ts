import { expect, test } from 'vitest'
import { sendHostile } from '../../../bench/torture/hostile.ts'

test('hostile requests are refused, never a failure, and none holds up the mock', async () => {
  const { tried, found } = await sendHostile(2_000, 20260305)
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 60_000)
