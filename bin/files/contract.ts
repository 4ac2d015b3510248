import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { readSpecFolder } from '../../src/contract/read/spec-folder.ts'
import type { SpecSource } from '../../src/contract/source.ts'
import { profileFrom } from '../../src/target/opening/given-profile.ts'

/** The bundled contract, with a profile file's choices when one is named. */
export function contractWith(profileFile: string | undefined): Contract {
  return loadContract(source, profileFile === undefined ? EMPTY_PROFILE : profileFrom(profileFile))
}

/** spec/ as it is on disk in a clone, so that an edit shows before it is bundled; else the bundled one. */
export function freshSource(): SpecSource {
  const folder = fileURLToPath(new URL('../../spec', import.meta.url))
  return existsSync(`${folder}/general/api.yaml`) ? readSpecFolder(folder) : source
}
