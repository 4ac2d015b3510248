import { expect, test } from 'vitest'
import { killAgain } from '../../../bench/torture/kills.ts'

test('killed in the middle of writing to several sandboxes with webhooks out, nothing that was answered is lost', async () => {
  const { tried, found } = await killAgain(2, 20260305)
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(0)
}, 60_000)
