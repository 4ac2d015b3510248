import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { startCandidate as startSecondCandidate } from '../../examples/second-candidate/server.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { makeClient } from '../../src/target/client.ts'
import { loadDriver, NO_DRIVER } from '../../src/target/driver.ts'
import { type Judged, judged, type Look } from './judged.ts'

type Variant = 'a' | 'b'

export interface CandidateLook extends Look {
  readonly variant: Variant
  readonly faults?: readonly string[]
  readonly driver: boolean
}

interface Candidate {
  /** The folder of its profiles and its driver. */
  readonly folder: string
  start(how: { variant: Variant; faults: readonly string[] }): Promise<{ url: string; close(): Promise<unknown> }>
}

/** Judges a candidate, with faults switched on or without, in this process. */
export const judging =
  ({ folder, start }: Candidate) =>
  async ({ variant, faults = [], driver, ...look }: CandidateLook): Promise<Judged> => {
    const candidate = await start({ variant, faults })
    const file = join(folder, `profile-${variant}.yaml`)
    const profile = readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: process.env })
    const client = makeClient(candidate.url)
    try {
      const { url } = candidate
      const contract = loadContract(source, profile)
      // One that is its own driver listens where it was started, not where its profile says.
      const told = profile.driver && 'url' in profile.driver ? { ...profile.driver, url } : profile.driver
      const driven = driver ? await loadDriver(told, { url, folder }, contract.controlOperations) : NO_DRIVER
      return await judged({ contract, client, driver: driven, url, sends: true }, look)
    } finally {
      await client.close()
      await candidate.close()
    }
  }

export const judgeCandidate = judging({
  folder: join(import.meta.dirname, '../../examples/candidate'),
  start: startCandidate,
})

export const judgeSecondCandidate = judging({
  folder: join(import.meta.dirname, '../../examples/second-candidate'),
  start: startSecondCandidate,
})
