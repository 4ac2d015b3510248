import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { MistakesError } from '../../src/contract/mistakes.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { readProfile } from '../../src/contract/read-profile.ts'
import type { SpecSource } from '../../src/contract/source.ts'
import { readSpecFolder } from '../../src/contract/spec-folder.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { readOrExplain } from './read-or-explain.ts'

export { readOrExplain }

/** The bundled contract, with a profile file's choices when one is named. */
export function contractWith(profileFile: string | undefined): Contract {
  return loadContract(source, profileFile === undefined ? EMPTY_PROFILE : profileFrom(profileFile))
}

/** spec/ as it is on disk in a clone, so that an edit shows before it is bundled; else the bundled one. */
export function freshSource(): SpecSource {
  const folder = fileURLToPath(new URL('../../spec', import.meta.url))
  return existsSync(`${folder}/general/api.yaml`) ? sayingMistakes(() => readSpecFolder(folder)) : source
}

export function profileFrom(file: string): Profile {
  const text = readOrExplain(file)
  return sayingMistakes(() => readProfile(source, { text, file, environment: process.env }))
}

function sayingMistakes<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof MistakesError) throw new UsageError(error.message)
    throw error
  }
}
