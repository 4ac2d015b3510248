import { dirname } from 'node:path'
import type { MeasuredFile } from './measured-file.ts'
import { foldersOf } from './measured-house.ts'

export interface MutualImport {
  readonly folders: readonly [string, string]
  /** One file of each that imports one of the other. */
  readonly examples: readonly [string, string]
}

/**
 * Folders that import each other, at every level: two folders that stand side by side with all that is in them,
 * and the files at a folder's root with each folder below.
 */
export function mutualImports(files: readonly MeasuredFile[]): readonly MutualImport[] {
  const ways = new Map<string, string>()
  for (const { path, imports } of files)
    for (const to of imports) {
      const [here, there] = apart(path, to)
      if (here !== there) ways.set(`${here} ${there}`, `${path} -> ${to}`)
    }
  const known = new Set(foldersOf(files))
  return [...ways].flatMap(([way, example]): MutualImport[] => {
    const [here = '', there = ''] = way.split(' ')
    const back = ways.get(`${there} ${here}`)
    return here < there && back !== undefined && known.has(here) && known.has(there)
      ? [{ folders: [here, there], examples: [example, back] }]
      : []
  })
}

/** The two folders at which the ways to two files part. */
function apart(from: string, to: string): readonly [string, string] {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')]
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  return [a.slice(0, same + 1).join('/'), b.slice(0, same + 1).join('/')]
}
