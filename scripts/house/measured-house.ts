import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MeasuredFile, measureFile } from './measured-file.ts'

/** The rooms of the house, each a folder of its own. */
export const ROOMS = [
  'src/contract',
  'src/model',
  'src/explore',
  'src/target',
  'src/scenario',
  'src/conformance',
  'stateful-mock',
  'bin',
] as const

/** Every source file of a checkout's rooms; what a script has written is nobody's style. */
export function measureHouse(root: string): readonly MeasuredFile[] {
  return ROOMS.filter((room) => existsSync(join(root, room))).flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)generated\//.test(name))
      .sort()
      .map((name) => measureFile(root, join(room, name))),
  )
}

export const isWithin = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** All folders of the rooms, each after the one it stands in. */
export function foldersOf(files: readonly MeasuredFile[]): readonly string[] {
  const found = new Set<string>()
  for (const { path } of files)
    for (let folder = dirname(path); isInRoom(folder); folder = dirname(folder)) found.add(folder)
  return [...found].sort()
}

const isInRoom = (folder: string): boolean => ROOMS.some((room) => folder === room || isWithin(folder, room))

/** Files that stand at a folder's root rather than in a folder of their own. */
export const looseFiles = (files: readonly MeasuredFile[], folder: string): number =>
  files.filter(({ path }) => dirname(path) === folder).length
