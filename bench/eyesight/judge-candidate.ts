import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { type RunResult, runJudge } from '../../src/conformance/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/read-profile.ts'
import { makeClient } from '../../src/target/client.ts'
import { loadDriver, NO_DRIVER } from '../../src/target/driver.ts'

const CANDIDATE = join(import.meta.dirname, '../../examples/candidate')

export interface Look {
  readonly variant: 'a' | 'b'
  readonly faults?: readonly string[]
  readonly areas: readonly string[]
  readonly seed: number
  readonly maxRequests: number
  readonly bail: boolean
  readonly driver: boolean
  readonly learning?: boolean
}

/** Judges the candidate, with faults switched on or without, in this process. */
export async function judgeCandidate({
  variant,
  faults = [],
  areas,
  seed,
  maxRequests,
  bail,
  driver,
  learning = false,
}: Look): Promise<RunResult & { readonly found: number }> {
  const candidate = await startCandidate({ variant, faults })
  const file = join(CANDIDATE, `profile-${variant}.yaml`)
  const profile = readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: process.env })
  const client = makeClient(candidate.url)
  try {
    const contract = loadContract(source, profile)
    let found = 0
    const result = await runJudge({
      contract,
      client,
      driver: driver
        ? await loadDriver(profile.driver, candidate.url, CANDIDATE, contract.controlOperations)
        : NO_DRIVER,
      url: candidate.url,
      seed,
      runs: 1_000_000,
      maxSteps: 20,
      areas,
      maxRequests,
      bail,
      learning,
      // Before the reduction, which costs requests of its own.
      listen: (event) => {
        if (event.kind === 'found' && found === 0) found = event.requests
      },
    })
    return { ...result, found: found || result.requests }
  } finally {
    await client.close()
    await candidate.close()
  }
}
