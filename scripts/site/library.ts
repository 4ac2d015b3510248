import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHead } from '../../src/scenario/reading/lint-library.ts'
import type { LibraryScenario } from '../../stateful-mock/console/playground/library.ts'
import { scenarioFiles } from '../../stateful-mock/node/scenario-files.ts'

export interface TitledScenario extends LibraryScenario {
  readonly title: string
  readonly why: string
}

/** The scenarios of the library, as the site brings them along. */
export function readLibrary(root: string): readonly TitledScenario[] {
  return scenarioFiles.list(join(root, 'scenarios')).map(({ path, name, folder }) => {
    const text = readFileSync(path, 'utf8')
    const { title, notes } = readHead(text, path)
    return { name, folder, text, title, why: notes.why ?? '' }
  })
}
