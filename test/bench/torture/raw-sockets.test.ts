import { expect, test } from 'vitest'
import { sendRaw } from '../../../bench/torture/raw-sockets.ts'

test('bytes that are no proper HTTP are refused, and everybody else is served', async () => {
  const { tried, found } = await sendRaw(1, 20260305)
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(0)
})
