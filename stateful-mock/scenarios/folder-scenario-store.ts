import type { Contract } from '../../src/contract/contract.ts'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import type { Arazzo } from '../../src/scenario/arazzo.ts'
import { readHead } from '../../src/scenario/reading/lint-library.ts'
import { mistakesIn, readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { ENDING, makeScenario, type Scenario } from '../../src/scenario/scenario.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import type { ScenarioFile, ScenarioFiles } from '../platform/scenario-files.ts'
import type { ScenarioStore, ScenarioSummary } from '../sandboxes/scenario-store.ts'
import { type Refused, refused } from '../world/refused.ts'

export interface Folders {
  readonly folders?: readonly string[]
  /** The folder for saved scenarios; without it they are kept in memory. */
  readonly saveTo?: string
}

/** Safe as the name of a file, and easy to type. */
const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/

/** The scenarios of some folders, and those that were saved. */
export class FolderScenarioStore implements ScenarioStore {
  readonly #contract: Contract
  readonly #files: ScenarioFiles | undefined
  readonly #folders: readonly string[]
  readonly #saveTo: string | undefined
  readonly #inMemory = new Map<string, string>()
  readonly #summaries = new Map<string, { readonly modifiedMs: number; readonly summary: ScenarioSummary }>()

  constructor(contract: Contract, { folders = [], saveTo }: Folders, files: ScenarioFiles | undefined) {
    this.#contract = contract
    this.#files = files
    this.#folders = folders
    this.#saveTo = saveTo
  }

  list(): readonly ScenarioSummary[] {
    const files = this.#files
    const stored = files ? [...this.#given(), ...this.#saved()].map((file) => this.#summaryOf(file, files)) : []
    return [...stored, ...[...this.#inMemory].map(([name, text]) => summaryOf(text, fileInMemory(name)))]
  }

  get(name: string): Scenario | Refused {
    const text = this.#inMemory.get(name)
    if (text !== undefined) return this.#read(text, fileInMemory(name).path)
    const file = this.#fileOf(name)
    if (this.#files && file) return this.#read(this.#files.read(file.path), file.path)
    const names = [...this.#given(), ...this.#saved()].map((one) => one.name)
    return refused(404, `there is no scenario named ${name}${didYouMean(name, [...names, ...this.#inMemory.keys()])}`)
  }

  save(name: string, document: Arazzo, replace: boolean): Scenario | Refused {
    if (!NAME.test(name)) return refused(400, 'the name of a scenario has up to 100 small letters, digits and dashes')
    const mistakes = mistakesIn(this.#contract, document)
    if (mistakes.length > 0) return refused(400, wordsOf(mistakes))
    const path = this.#pathFor(name)
    const own = this.#inMemory.has(name) || this.#saved().some((file) => file.path === path)
    if (own ? !replace : this.#fileOf(name)) return refused(409, `a scenario named ${name} already exists`)
    const text = scenarioText(document)
    if (this.#files && this.#saveTo !== undefined) this.#files.write(this.#saveTo, name, text)
    else this.#inMemory.set(name, text)
    return makeScenario(document, path)
  }

  #given(): readonly ScenarioFile[] {
    return this.#folders.flatMap((folder) => this.#files?.list(folder) ?? [])
  }

  #saved(): readonly ScenarioFile[] {
    return this.#saveTo === undefined ? [] : (this.#files?.list(this.#saveTo) ?? [])
  }

  #fileOf(name: string): ScenarioFile | undefined {
    return [...this.#saved(), ...this.#given()].find((file) => file.name === name)
  }

  #pathFor(name: string): string {
    return this.#files && this.#saveTo !== undefined ? this.#files.pathIn(this.#saveTo, name) : fileInMemory(name).path
  }

  #summaryOf(file: ScenarioFile, files: ScenarioFiles): ScenarioSummary {
    const modifiedMs = files.modifiedMs(file.path)
    const known = this.#summaries.get(file.path)
    if (known?.modifiedMs === modifiedMs) return known.summary
    const summary = summaryOf(files.read(file.path), file)
    this.#summaries.set(file.path, { modifiedMs, summary })
    return summary
  }

  #read(text: string, file: string): Scenario | Refused {
    try {
      return readScenario(this.#contract, { text, file })
    } catch (error) {
      if (!(error instanceof MistakesError)) throw error
      return refused(400, wordsOf(error.mistakes))
    }
  }
}

const wordsOf = (mistakes: readonly { readonly message: string }[]): string =>
  mistakes.map(({ message }) => message).join('; ')

/** A saved scenario in memory, in the form of a file. */
const fileInMemory = (name: string): ScenarioFile => ({ path: `saved/${name}${ENDING}`, name, folder: 'saved' })

/** The steps are counted without reading them. One that is broken is in the list like the others. */
function summaryOf(text: string, { path, name, folder }: ScenarioFile): ScenarioSummary {
  try {
    const { title } = readHead(text, path)
    return { name, folder, title, steps: text.match(/\bstepId:/g)?.length ?? 0 }
  } catch (error) {
    if (!(error instanceof MistakesError)) throw error
    return { name, folder, title: `cannot be read: ${error.mistakes[0]?.message ?? ''}`, steps: 0 }
  }
}
