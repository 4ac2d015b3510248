import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COPIES = join(ROOT, '.cache/copies')
const DAY_MS = 86_400_000

/** The sources that a mock or the model needs to run, without the console. */
const COPIED = ['src', 'stateful-mock', 'spec/schemas']
const LEFT_OUT = /^stateful-mock\/console\/|\.md$/

/** A file of the sources: its path from the root of the checkout, and what it holds. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * The folder of a copy of the sources that were changed on the way, made only if it is not there yet. The name of
 * the folder holds a hash of all files, and the folder appears whole, so that several processes can ask at once.
 */
export function copyOfSources(name: string, change: (sources: readonly SourceFile[]) => readonly SourceFile[]): string {
  const files = change(sources())
  const folder = join(COPIES, `${name}-${hashOf(files)}`)
  if (isThere(folder)) return folder
  dropOld()
  const unfinished = `${folder}.${process.pid}`
  for (const { path, text } of files) {
    mkdirSync(join(unfinished, dirname(path)), { recursive: true })
    writeFileSync(join(unfinished, path), text)
  }
  putInPlace(unfinished, folder)
  return folder
}

/** Everything that is copied. */
export function sources(): readonly SourceFile[] {
  return COPIED.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
  )
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

function hashOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  for (const { path, text } of files) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}

const isThere = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined

/** Another process may have been quicker: its copy is the same. */
function putInPlace(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!isThere(folder)) throw error
  }
}

/** Copies of sources that have changed since. */
function dropOld(): void {
  mkdirSync(COPIES, { recursive: true })
  for (const name of readdirSync(COPIES)) {
    const folder = join(COPIES, name)
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - made > DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}
