import { expect, test } from 'vitest'
import { run } from '../../support/command.ts'

const REQUESTS = process.env.UNDERSTUDY_FULL ? 2_000 : 600

// In a process of its own: what earlier tests left in memory must not hold it up.
test('hostile requests are refused, never a failure, and none holds up the mock', async () => {
  const { code, out } = await run(process.execPath, ['bench/torture/hostile.ts', String(REQUESTS), '20260305'])
  expect(out).toMatch(new RegExp(`^hostile requests: ${REQUESTS} tried, 0 found$`, 'm'))
  expect(code).toBe(0)
})
