import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stringify } from 'yaml'
import type { Contract } from '../../src/contract/contract.ts'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { readHead } from '../../src/scenario/reading/lint-library.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { ENDING, type Scenario } from '../../src/scenario/scenario.ts'
import type { ScenarioStore, ScenarioSummary } from '../sandboxes/scenario-store.ts'
import { isRefused, type Refused, refused } from '../world/refused.ts'

export interface Folders {
  readonly folders?: readonly string[]
  /** Where what is saved is written; without it, it is kept in memory. */
  readonly saveTo?: string
}

/** Safe as the name of a file, and easy to type. */
const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/

/** The scenarios of some folders, and those that were saved. */
export function folderScenarioStore(contract: Contract, { folders = [], saveTo }: Folders): ScenarioStore {
  const inMemory = new Map<string, string>()
  const heads = new Map<string, { readonly mtimeMs: number; readonly listed: ScenarioSummary }>()
  const ours = () => (saveTo === undefined ? [] : filesIn(saveTo))
  const fileOf = (name: string) => [...ours(), ...folders.flatMap(filesIn)].find((file) => nameOf(file) === name)

  function listedFile(file: string): ScenarioSummary {
    const { mtimeMs } = statSync(file)
    const known = heads.get(file)
    if (known?.mtimeMs === mtimeMs) return known.listed
    const listed = listedText(readFileSync(file, 'utf8'), file)
    heads.set(file, { mtimeMs, listed })
    return listed
  }

  function read(text: string, file: string): Scenario | Refused {
    try {
      return readScenario(contract, { text, file })
    } catch (error) {
      if (!(error instanceof MistakesError)) throw error
      return refused(400, error.mistakes.map(({ message }) => message).join('; '))
    }
  }

  const store: ScenarioStore = {
    list() {
      const files = [...folders.flatMap(filesIn), ...ours()].map(listedFile)
      return [...files, ...[...inMemory].map(([name, text]) => listedText(text, memoryFile(name)))]
    },
    get(name) {
      const text = inMemory.get(name)
      if (text !== undefined) return read(text, memoryFile(name))
      const file = fileOf(name)
      if (file !== undefined) return read(readFileSync(file, 'utf8'), file)
      const names = [...folders.flatMap(filesIn), ...ours()].map(nameOf)
      return refused(404, `no scenario is called ${name}${didYouMean(name, [...names, ...inMemory.keys()])}`)
    },
    save(name, document, replace) {
      if (!NAME.test(name)) return refused(400, 'the name of a scenario has up to 100 small letters, digits and dashes')
      const text = stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })
      const file = saveTo === undefined ? memoryFile(name) : join(saveTo, name + ENDING)
      const scenario = read(text, file)
      if (isRefused(scenario)) return scenario
      const own = inMemory.has(name) || ours().includes(file)
      if (own ? !replace : fileOf(name) !== undefined) return refused(409, `a scenario is called ${name} already`)
      if (saveTo === undefined) inMemory.set(name, text)
      else {
        mkdirSync(saveTo, { recursive: true })
        writeFileSync(file, text)
      }
      return scenario
    },
  }
  return store
}

const memoryFile = (name: string) => `saved/${name}${ENDING}`
const nameOf = (file: string) => basename(file).slice(0, -ENDING.length)

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ENDING))
  return names.sort().map((name) => join(folder, name))
}

/** How many steps there are shows without reading them. */
function listedText(text: string, file: string): ScenarioSummary {
  const { title } = readHead(text, file)
  const steps = text.match(/\bstepId:/g)?.length ?? 0
  return { name: nameOf(file), folder: basename(dirname(file)), title, steps }
}
