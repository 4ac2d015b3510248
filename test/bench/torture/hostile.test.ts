import { expect, test } from 'vitest'
import { run } from '../../support/command.ts'

const REQUESTS = process.env.UNDERSTUDY_FULL ? 2_000 : 300

// In a process of its own: what earlier tests left in memory must not hold it up.
test('hostile requests are refused, never a failure, and none holds up the mock', async () => {
  const { out } = await run(process.execPath, ['bench/torture/hostile.ts', String(REQUESTS), '20260305'])
  expect(out).toMatch(new RegExp(`^hostile requests: ${REQUESTS} tried, \\d+ found$`, 'm'))
  expect(out).toContain('failures of the mock itself: 0')
  // The bench's bar is for a machine of its own; here only what holds up the mock by far counts.
  const found = out.split('\n').filter((line) => /^\s+found:/.test(line))
  expect(found.filter((line) => !/found: .*\b\d{1,3} ms\b/.test(line))).toEqual([])
})
