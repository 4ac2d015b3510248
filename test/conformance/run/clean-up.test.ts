import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCandidate } from '../../../examples/second-candidate/server.ts'
import { verify } from '../../../src/conformance/verify.ts'
import { ROOT } from '../../support/command.ts'
import { FULL } from '../../support/judged-candidate.ts'

// Registries hold images by then, and backends were down.
const AREAS = [['registry', 400], ...(FULL ? [['email', 1500] as const] : [])] as const

test.each(AREAS)('nothing that can be deleted is left behind: %s', async (area, maxRequests) => {
  const target = await startCandidate({ variant: 'a', faults: [] })
  onTestFinished(() => target.close())
  const profile = join(ROOT, 'examples/second-candidate/profile-a.yaml')
  const { report } = await verify({ url: target.url, profile, areas: [area], seed: 3, runs: 0, maxRequests })
  expect(report.requests).toBeGreaterThan(350)
  expect(report.leftBehind).toEqual([])
})
