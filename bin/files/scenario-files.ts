import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Contract } from '../../src/contract/contract.ts'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { type Head, readHead } from '../../src/scenario/reading/lint-library.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { ENDING, type Scenario } from '../../src/scenario/scenario.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { LIBRARY } from './library.ts'

/** Every scenario of these files and folders; all mistakes in them are reported together. */
export function readScenarios(contract: Contract, paths: readonly string[]): Scenario[] {
  const files = paths.flatMap(filesAt)
  const mistakes: string[] = []
  const scenarios = files.flatMap((file) => {
    try {
      return [readScenario(contract, { text: readText(file), file })]
    } catch (error) {
      if (!(error instanceof MistakesError)) throw error
      mistakes.push(error.message)
      return []
    }
  })
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
  return scenarios
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [inLibrary(path) ?? missing(path)]
  if (!statSync(path).isDirectory()) return [path]
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ENDING))
    .sort()
  if (found.length === 0)
    throw new UsageError(`There is no scenario in ${path}: it has no files that end in ${ENDING}.`)
  return found.map((name) => join(path, name))
}

function missing(path: string): never {
  const near = didYouMean(path, shortNames())
  throw new UsageError(`Cannot read ${path}: it is not a file, a folder or the name of a scenario${near}.`)
}

/** The descriptions at the top of the library's scenarios. */
export const libraryHeads = (): Head[] =>
  libraryFiles().map((file) => readHead(readText(join(LIBRARY, file)), shownFile(join(LIBRARY, file))))

function libraryFiles(): string[] {
  if (!existsSync(LIBRARY)) return []
  const files = readdirSync(LIBRARY, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith(ENDING)).sort()
}

/** A scenario by its file, or by its name in the library. */
export function scenarioCalled(contract: Contract, nameOrFile: string): Scenario {
  const file = existsSync(nameOrFile) ? nameOrFile : libraryFile(nameOrFile)
  const [scenario] = readScenarios(contract, [file])
  if (!scenario) throw new UsageError(`There is no scenario in ${file}.`)
  return scenario
}

function libraryFile(name: string): string {
  const found = inLibrary(name)
  if (found !== undefined) return found
  throw new UsageError(
    `There is no scenario ${name}${didYouMean(name, shortNames())}; understudy scenario list shows all of them.`,
  )
}

/** Without the areas before them. */
const shortNames = (): string[] => libraryNames().map((one) => one.replace(/^.*\//, ''))

const libraryNames = (): string[] => libraryFiles().map((file) => file.slice(0, -ENDING.length))

/** With or without its area before it. */
function inLibrary(name: string): string | undefined {
  const found = libraryNames().find((one) => one === name || one.endsWith(`/${name}`))
  return found === undefined ? undefined : join(LIBRARY, `${found}${ENDING}`)
}

/** A file as it is best shown: from here, when that is shorter. */
export function shownFile(file: string): string {
  const from = relative(process.cwd(), file)
  return from.startsWith('..') ? file : from
}
