import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../command-line/usage-error.ts'

/** Makes the folder too; what cannot be written is said in a sentence. */
export function writeOrExplain(file: string, text: string): void {
  explaining(file, () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  })
}

/** The outcome of writing that comes after the work: what to say of each file, and what could not be written. */
export interface Written {
  readonly said: readonly string[]
  readonly problems: readonly string[]
}

/** Writes each; one that cannot be written keeps nothing else from being written and told. */
export function writeEach<T>(things: readonly T[], write: (thing: T, index: number) => string): Written {
  const said: string[] = []
  const problems: string[] = []
  for (const [index, thing] of things.entries())
    try {
      said.push(write(thing, index))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      problems.push(error.message)
    }
  return { said, problems }
}

/** Comes last, when everything else is told. */
export function expectWritten(...all: readonly Written[]): void {
  const problems = all.flatMap((one) => one.problems)
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
}

/** For work that ends with writing: better to hear at its start that it cannot be kept. Touches nothing. */
export function expectWritable(file: string): void {
  explaining(file, () => {
    if (/[/\\]$/.test(file) || isFolder(file)) throw new Error('it is a folder')
    if (existsSync(file)) accessSync(file, constants.W_OK)
    else expectRoom(dirname(file))
  })
}

/** The same for a folder that files are to be written into. */
export function expectWritableFolder(folder: string): void {
  explaining(`into ${folder}`, () => expectRoom(folder))
}

/** A folder that is there, or the nearest above it, in which it can be made. */
function expectRoom(folder: string): void {
  if (!existsSync(folder) && dirname(folder) !== folder) expectRoom(dirname(folder))
  else if (!isFolder(folder)) throw new Error(`${folder} is not a folder`)
  else accessSync(folder, constants.W_OK | constants.X_OK)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function explaining(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}.`)
  }
}
