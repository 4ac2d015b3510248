import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { ROOT } from './command.ts'

const CANDIDATE = join(ROOT, 'examples/candidate')

/** Those of on-call's operations that are not about incidents and their states. */
const others = (): string[] =>
  [...loadContract(source).operations.values()]
    .filter(({ area, path }) => area === 'oncall' && !/\/incidents(?!.*updates)/.test(path))
    .map(({ id }) => id)

/**
 * A file with the candidate's profile, in which incidents and their states are all there is of on-call: for tests of what is made of a
 * run, which need one that is quick and finds something.
 */
export function incidentsProfile(variant: 'a' | 'b' = 'a'): string {
  const file = join(mkdtempSync(join(inject('runFolder'), 'profile-')), `incidents-${variant}.yaml`)
  const text = readFileSync(join(CANDIDATE, `profile-${variant}.yaml`), 'utf8')
  const moved = text.replace('./driver.mjs', join(CANDIDATE, 'driver.mjs'))
  const items = others().map((id) => `\n  - ${id}`)
  writeFileSync(file, moved.replace(/^leaveOut:/m, `$&${items.join('')}`))
  return file
}
