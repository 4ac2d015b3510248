import { expect, test } from 'vitest'
import { run } from '../../support/command.ts'

// In a process of its own: what earlier tests left in memory must not hold it up.
test('hostile requests are refused, never a failure, and none holds up the mock', async () => {
  const { code, out } = await run(process.execPath, ['bench/torture/hostile.ts', '2000', '20260305'])
  expect(out).toMatch(/^hostile requests: 2000 tried, 0 found$/m)
  expect(code).toBe(0)
}, 60_000)
