import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { ROOT } from '../support/command.ts'

export type Variant = 'a' | 'b'
export const VARIANTS: readonly Variant[] = ['a', 'b']
export const FOLDER = join(ROOT, 'examples/candidate')

/** The contract with the choices of a variant's profile. */
export function contractOf(variant: Variant): Contract {
  const file = join(FOLDER, `profile-${variant}.yaml`)
  return loadContract(source, readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }))
}

/** Starts a candidate that ends with the test; answers its URL. */
export async function candidate(variant: Variant): Promise<string> {
  const { url, close } = await startCandidate({ port: 0, variant })
  onTestFinished(close)
  return url
}
