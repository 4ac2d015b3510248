import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Edit, OutsiderFault } from './fault.ts'
import { SETS } from './sets.ts'

type Start = (how: { variant: 'a' | 'b' }) => Promise<{ url: string; close(): Promise<unknown> }>

export interface Subject {
  readonly name: string
  /** The folders of its source, its profiles and its driver. */
  readonly folder: string
  readonly server: string
  readonly faults: readonly OutsiderFault[]
}

const EXAMPLES = join(import.meta.dirname, '../../../examples')

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'candidate',
    folder: join(EXAMPLES, 'candidate'),
    server: 'server.mjs',
    faults: SETS.flatMap(({ candidate }) => candidate),
  },
  {
    name: 'second candidate',
    folder: join(EXAMPLES, 'second-candidate'),
    server: 'server.ts',
    faults: SETS.flatMap(({ secondCandidate }) => secondCandidate),
  },
]

/** A text after an edit; an error when what is sought does not stand there exactly once. */
export function edited(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} has this ${times} times, not once: ${find}`)
  return text.replace(find, () => replace)
}

/** Copies a candidate to a folder of its own, applies the edits there and hands over how to start it. */
export async function withPatched<T>(
  { folder, server }: Subject,
  edits: readonly Edit[],
  use: (start: Start) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'understudy-outsider-'))
  try {
    cpSync(folder, copy, { recursive: true })
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
    for (const one of edits) {
      const file = join(copy, one.file)
      writeFileSync(file, edited(readFileSync(file, 'utf8'), one))
    }
    const module: { startCandidate: Start } = await import(pathToFileURL(join(copy, server)).href)
    return await use(module.startCandidate)
  } finally {
    rmSync(copy, { recursive: true })
  }
}
