import { ENDING } from '../../../src/scenario/scenario.ts'
import type { ScenarioFiles } from '../../platform/scenario-files.ts'

/** A scenario of the library as the site brings it along. */
export interface LibraryScenario {
  readonly name: string
  readonly folder: string
  readonly text: string
}

/** The only folder there is. */
export const LIBRARY = 'library'

/** The library as the mock reads it where there are no files. Nothing is written: what is saved stays in memory. */
export function libraryFiles(scenarios: readonly LibraryScenario[]): ScenarioFiles {
  const pathIn = (folder: string, name: string) => `${folder}/${name}${ENDING}`
  const texts = new Map(scenarios.map(({ name, folder, text }) => [pathIn(`${LIBRARY}/${folder}`, name), text]))
  const listed = scenarios.map(({ name, folder }) => ({ path: pathIn(`${LIBRARY}/${folder}`, name), name, folder }))
  return {
    list: (folder) => (folder === LIBRARY ? listed : []),
    read: (path) => texts.get(path) ?? '',
    modifiedMs: () => 0,
    pathIn,
    write: () => {
      throw new Error('the library cannot be changed in the playground')
    },
  }
}
