import type { Contract } from '../../src/contract/contract.ts'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { Unusable } from '../../src/target/opening/unusable.ts'
import { contractWith } from '../files/contract.ts'
import { type Check, ok, problem } from './check.ts'

export interface ReadProfile {
  readonly checks: readonly Check[]
  /** Undefined when the file cannot be used. */
  readonly contract?: Contract
}

/** One slip in YAML can make hundreds of mistakes. */
const MOST = 5

/** Reads a profile; every mistake is a line, with where it stands. */
export function profileChecks(file: string): ReadProfile {
  try {
    const contract = contractWith(file)
    return { contract, checks: [ok('profile', `${file}: ${described(contract)}`)] }
  } catch (error) {
    if (!(error instanceof Unusable || error instanceof MistakesError)) throw error
    const mistakes = error.message.split('\n')
    const more = mistakes.length - MOST
    const told = more > 0 ? [...mistakes.slice(0, MOST), `${more} more errors, perhaps because of these`] : mistakes
    return { checks: told.map((line) => problem('profile', line, remedy(line))) }
  }
}

function described({ profile: { name, actors, bindings, gaps, leaveOut } }: Contract): string {
  const counted = Object.entries({
    actors: Object.keys(actors).length,
    bindings: Object.keys(bindings).length,
    gaps: Object.keys(gaps).length,
    'operations left out': leaveOut.length,
  }).map(([what, number]) => `${number} ${what}`)
  return `${name} (${counted.join(', ')})`
}

function remedy(mistake: string): string {
  const [, variable] = /environment variable (\w+)/.exec(mistake) ?? []
  if (variable !== undefined) return `export ${variable}=...`
  if (mistake.includes('no such file')) return 'create one with understudy init'
  return 'fix it there; understudy init creates a profile with every section explained'
}
