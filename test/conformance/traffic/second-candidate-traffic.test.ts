/** Deliberate faults of the second candidate, in traffic that passes to it: each is found, and nothing without them. */
import { expect, test } from 'vitest'
import { CANDIDATES } from '../../../bench/traffic/candidates.ts'
import { watched } from '../../../bench/traffic/watched.ts'

const [, second] = CANDIDATES
const FAULTS = [
  'claim-per-organization',
  'login-narrowing-ignored',
  'pull-only-ignored',
  'rule-stays',
  'upstream-login-stays',
  'upstream-outside-catalog',
  'upstream-password-listed',
  'write-tier-missing',
]

async function foundIn(fault: string, faults: readonly string[]): Promise<number> {
  if (!second) throw new Error('there are two candidates')
  const target = await second.start({ variant: 'a', faults })
  const { findings } = await watched(target.url, second.contract('a'), (proxy) =>
    second.runMinimal(fault, 'a', { proxy, target: target.url }),
  )
  await target.close()
  return findings.length
}

test.for(FAULTS)('%s', async (fault) => {
  expect(await foundIn(fault, [])).toBe(0)
  expect(await foundIn(fault, [fault])).toBeGreaterThan(0)
})
