/**
 * The house in figures, for this checkout or another one: `npm run house [FOLDER]`.
 *
 * Columns: files in the folder with all that is below, files at its own root, lines per file and lines per function
 * (median / ninetieth percentile), lines of the longest function, casts by way of `unknown`, uses of `any`.
 */
import { basename, dirname, join } from 'node:path'
import type { MeasuredFile } from './house/measured-file.ts'
import { foldersOf, isWithin, looseFiles, measureHouse, ROOMS } from './house/measured-house.ts'
import { mutualImports } from './house/mutual-imports.ts'

/** The longest a function may be, and the most it may be given by position. */
const MOST_LINES = 80
const MOST_PARAMETERS = 4

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const files = measureHouse(root)

console.log(row(['folder', 'files', 'loose', 'file', 'function', 'longest', 'double', 'any']))
for (const folder of foldersOf(files)) if (isShown(folder)) console.log(row(figuresOf(folder)))
list(
  `functions over ${MOST_LINES} lines`,
  functions(({ lines }) => lines > MOST_LINES),
)
list(
  `functions with more than ${MOST_PARAMETERS} parameters`,
  functions(({ parameters }) => parameters > MOST_PARAMETERS),
)
list(
  'folders that import each other',
  mutualImports(files).map(({ folders, examples }) => `${folders.join(' <-> ')}\n    ${examples.join('\n    ')}`),
)

/** A room and the folders in it; what is deeper counts for those. */
function isShown(folder: string): boolean {
  return ROOMS.some((room) => folder === room || dirname(folder) === room || dirname(dirname(folder)) === room)
}

function figuresOf(folder: string): readonly string[] {
  const within = files.filter(({ path }) => isWithin(path, folder))
  const lengths = within.flatMap((file) => file.functions.map(({ lines }) => lines))
  const room = ROOMS.find((one) => one === folder || isWithin(folder, one)) ?? folder
  const depth = folder.split('/').length - room.split('/').length
  return [
    depth === 0 ? folder : `${'  '.repeat(depth)}${basename(folder)}`,
    String(within.length),
    String(looseFiles(files, folder)),
    spread(within.map(({ lines }) => lines)),
    spread(lengths),
    String(Math.max(0, ...lengths)),
    String(sum(within, ({ doubleCasts }) => doubleCasts)),
    String(sum(within, ({ anys }) => anys)),
  ]
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return `${at(0.5)} / ${at(0.9)}`
}

function sum(within: readonly MeasuredFile[], of: (file: MeasuredFile) => number): number {
  return within.reduce((total, file) => total + of(file), 0)
}

function functions(matches: (one: MeasuredFile['functions'][number]) => boolean): readonly string[] {
  return files.flatMap(({ path, functions: all }) =>
    all
      .filter(matches)
      .map(({ name, line, lines, parameters }) => `${path}:${line} ${name}, ${lines} lines, ${parameters} parameters`),
  )
}

function list(title: string, lines: readonly string[]): void {
  console.log(`\n${title}: ${lines.length}`)
  for (const line of lines) console.log(`  ${line}`)
}

function row([folder = '', ...cells]: readonly string[]): string {
  return [folder.padEnd(20), ...cells.map((cell) => cell.padStart(Math.max(8, cell.length)))].join('  ')
}
