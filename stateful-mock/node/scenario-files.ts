import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ENDING } from '../../src/scenario/scenario.ts'
import type { ScenarioFile, ScenarioFiles } from '../platform/scenario-files.ts'

const fileAt = (path: string): ScenarioFile => ({
  path,
  name: basename(path).slice(0, -ENDING.length),
  folder: basename(dirname(path)),
})

const pathIn = (folder: string, name: string): string => join(folder, name + ENDING)

export const scenarioFiles: ScenarioFiles = {
  list(folder) {
    if (!existsSync(folder)) return []
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ENDING))
    return names.sort().map((name) => fileAt(join(folder, name)))
  },
  read: (path) => readFileSync(path, 'utf8'),
  modifiedMs: (path) => statSync(path).mtimeMs,
  pathIn,
  write(folder, name, text) {
    mkdirSync(folder, { recursive: true })
    // Written beside and moved into place: a link of that name is replaced, not followed to where it leads.
    const path = pathIn(folder, name)
    const fresh = `${path}.${process.pid}.new`
    writeFileSync(fresh, text, { flag: 'wx' })
    renameSync(fresh, path)
  },
}
