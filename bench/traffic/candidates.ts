import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTS } from '../../examples/candidate/faults.mjs'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { makeClient as makeCaller, runSteps } from '../../examples/candidate/test/sequence.mjs'
import { FAULTS as SECOND_FAULTS } from '../../examples/second-candidate/faults.ts'
import { startCandidate as startSecond } from '../../examples/second-candidate/server.ts'
import {
  makeClient as makeSecondCaller,
  runSteps as runSecondSteps,
} from '../../examples/second-candidate/test/sequence.ts'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'

export type Variant = 'a' | 'b'

/** A deliberate fault, and what its shortest sequence shows. */
export interface Fault {
  readonly name: string
  readonly area: string
  readonly needs: 'api' | 'driver'
  readonly variants: readonly Variant[]
  readonly shows: { readonly at: string; readonly correct: unknown; readonly faulty: unknown }
  /** Its shortest sequence, written by hand. */
  readonly minimal: readonly unknown[]
}

export interface Candidate {
  readonly name: string
  readonly folder: string
  readonly areas: readonly string[]
  readonly faults: readonly Fault[]
  start(how: { variant: Variant; faults: readonly string[] }): Promise<{ url: string; close(): Promise<unknown> }>
  contract(variant: Variant): Contract
  /** Runs the shortest sequence of a fault: requests through a proxy, outside events straight at the candidate. */
  runMinimal(
    fault: string,
    variant: Variant,
    urls: { readonly proxy: string; readonly target: string },
  ): Promise<unknown>
}

const EXAMPLES = join(import.meta.dirname, '../../examples')

function contractOf(folder: string, variant: Variant): Contract {
  const file = join(folder, `profile-${variant}.yaml`)
  return loadContract(source, readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: process.env }))
}

const first = join(EXAMPLES, 'candidate')
const second = join(EXAMPLES, 'second-candidate')

export const CANDIDATES: readonly Candidate[] = [
  {
    name: 'candidate',
    folder: first,
    areas: ['oncall', 'uptime', 'tokens'],
    faults: FAULTS,
    start: startCandidate,
    contract: (variant) => contractOf(first, variant),
    runMinimal(name, variant, { proxy, target }) {
      const minimal = FAULTS.find((fault) => fault.name === name)?.minimal ?? []
      return runSteps({ ...makeCaller(proxy, variant), url: target }, minimal)
    },
  },
  {
    name: 'second-candidate',
    folder: second,
    areas: ['iam', 'organization', 'registry', 'email', 'clusters'],
    faults: SECOND_FAULTS,
    start: startSecond,
    contract: (variant) => contractOf(second, variant),
    runMinimal(name, variant, { proxy, target }) {
      const minimal = SECOND_FAULTS.find((fault) => fault.name === name)?.minimal ?? []
      return runSecondSteps({ ...makeSecondCaller(proxy, variant), url: target }, minimal)
    },
  },
]
