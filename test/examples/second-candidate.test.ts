import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAULTS } from '../../examples/second-candidate/faults.ts'
import { startCandidate } from '../../examples/second-candidate/server.ts'
import { complaintsAbout } from '../../examples/second-candidate/test/differences.ts'
import { secondCandidateFile } from './second-candidate.ts'

/** A tenth of the faults, or all of them. */
const shown = FAULTS.filter((_, index) => process.env.UNDERSTUDY_FULL || index % 10 === 0)

describe('the faults of the second candidate', () => {
  let clean: Record<'a' | 'b', Awaited<ReturnType<typeof startCandidate>>>
  beforeAll(async () => {
    clean = { a: await startCandidate({ variant: 'a' }), b: await startCandidate({ variant: 'b' }) }
  })
  afterAll(() => Promise.all([clean.a.close(), clean.b.close()]))

  test.each(shown)('$name breaks $rule and differs from clean', async (fault) => {
    expect(await complaintsAbout(fault, clean)).toEqual([])
  })
})

test('the second candidate keeps the contract in its own tests', async () => {
  const files = ['contract.test.ts', 'odd-input.test.ts'].map((name) => secondCandidateFile(`test/${name}`))
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', ...files])
  expect(stdout).toMatch(/^# pass [1-9]\d+$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
})
