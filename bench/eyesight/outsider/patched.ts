import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EIGHTH_CANDIDATE, startEighthCandidate } from '../eighth-candidate.ts'
import { ELEVENTH_CANDIDATE, startEleventhCandidate } from '../eleventh-candidate.ts'
import { FIFTEENTH_CANDIDATE, startFifteenthCandidate } from '../fifteenth-candidate.ts'
import { FIFTH_CANDIDATE, startFifthCandidate } from '../fifth-candidate.ts'
import { FOURTEENTH_CANDIDATE, startFourteenthCandidate } from '../fourteenth-candidate.ts'
import { FOURTH_CANDIDATE, startFourthCandidate } from '../fourth-candidate.ts'
import { NINTH_CANDIDATE, startNinthCandidate } from '../ninth-candidate.ts'
import { SEVENTH_CANDIDATE, startSeventhCandidate } from '../seventh-candidate.ts'
import { SIXTEENTH_CANDIDATE, startSixteenthCandidate } from '../sixteenth-candidate.ts'
import { SIXTH_CANDIDATE, startSixthCandidate } from '../sixth-candidate.ts'
import { startTenthCandidate, TENTH_CANDIDATE } from '../tenth-candidate.ts'
import { startThirdCandidate, THIRD_CANDIDATE } from '../third-candidate.ts'
import { startThirteenthCandidate, THIRTEENTH_CANDIDATE } from '../thirteenth-candidate.ts'
import { startTwelfthCandidate, TWELFTH_CANDIDATE } from '../twelfth-candidate.ts'
import type { Edit, OutsiderFault } from './fault.ts'
import { SETS } from './sets.ts'

type Start = (how: { variant: 'a' | 'b' }) => Promise<{ url: string; close(): Promise<unknown> }>

export interface Subject {
  readonly name: string
  /** The folders of its source, its profiles and its driver. */
  readonly folder: string
  /** How a copy of it in a folder is started. */
  readonly startIn: (folder: string) => Promise<Start>
  readonly faults: readonly OutsiderFault[]
}

const EXAMPLES = join(import.meta.dirname, '../../../examples')

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'candidate',
    folder: join(EXAMPLES, 'candidate'),
    startIn: moduleIn('server.mjs'),
    faults: SETS.flatMap(({ candidate = [] }) => candidate),
  },
  {
    name: 'second candidate',
    folder: join(EXAMPLES, 'second-candidate'),
    startIn: moduleIn('server.ts'),
    faults: SETS.flatMap(({ secondCandidate = [] }) => secondCandidate),
  },
  {
    name: 'third candidate',
    folder: THIRD_CANDIDATE,
    startIn: async (folder) => (how) => startThirdCandidate(how, folder),
    faults: SETS.flatMap(({ thirdCandidate = [] }) => thirdCandidate),
  },
  {
    name: 'fourth candidate',
    folder: FOURTH_CANDIDATE,
    startIn: async (folder) => () => startFourthCandidate(folder),
    faults: SETS.flatMap(({ fourthCandidate = [] }) => fourthCandidate),
  },
  {
    name: 'fifth candidate',
    folder: FIFTH_CANDIDATE,
    startIn: async (folder) => () => startFifthCandidate(folder),
    faults: SETS.flatMap(({ fifthCandidate = [] }) => fifthCandidate),
  },
  {
    name: 'sixth candidate',
    folder: SIXTH_CANDIDATE,
    startIn: async (folder) => () => startSixthCandidate(folder),
    faults: SETS.flatMap(({ sixthCandidate = [] }) => sixthCandidate),
  },
  {
    name: 'seventh candidate',
    folder: SEVENTH_CANDIDATE,
    startIn: async (folder) => () => startSeventhCandidate(folder),
    faults: SETS.flatMap(({ seventhCandidate = [] }) => seventhCandidate),
  },
  {
    name: 'eighth candidate',
    folder: EIGHTH_CANDIDATE,
    startIn: async (folder) => () => startEighthCandidate(folder),
    faults: SETS.flatMap(({ eighthCandidate = [] }) => eighthCandidate),
  },
  {
    name: 'ninth candidate',
    folder: NINTH_CANDIDATE,
    startIn: async (folder) => () => startNinthCandidate(folder),
    faults: SETS.flatMap(({ ninthCandidate = [] }) => ninthCandidate),
  },
  {
    name: 'tenth candidate',
    folder: TENTH_CANDIDATE,
    startIn: async (folder) => () => startTenthCandidate(folder),
    faults: SETS.flatMap(({ tenthCandidate = [] }) => tenthCandidate),
  },
  {
    name: 'eleventh candidate',
    folder: ELEVENTH_CANDIDATE,
    startIn: async (folder) => () => startEleventhCandidate(folder),
    faults: SETS.flatMap(({ eleventhCandidate = [] }) => eleventhCandidate),
  },
  {
    name: 'twelfth candidate',
    folder: TWELFTH_CANDIDATE,
    startIn: async (folder) => () => startTwelfthCandidate(folder),
    faults: SETS.flatMap(({ twelfthCandidate = [] }) => twelfthCandidate),
  },
  {
    name: 'thirteenth candidate',
    folder: THIRTEENTH_CANDIDATE,
    startIn: async (folder) => () => startThirteenthCandidate(folder),
    faults: SETS.flatMap(({ thirteenthCandidate = [] }) => thirteenthCandidate),
  },
  {
    name: 'fourteenth candidate',
    folder: FOURTEENTH_CANDIDATE,
    startIn: async (folder) => () => startFourteenthCandidate(folder),
    faults: SETS.flatMap(({ fourteenthCandidate = [] }) => fourteenthCandidate),
  },
  {
    name: 'fifteenth candidate',
    folder: FIFTEENTH_CANDIDATE,
    startIn: async (folder) => () => startFifteenthCandidate(folder),
    faults: SETS.flatMap(({ fifteenthCandidate = [] }) => fifteenthCandidate),
  },
  {
    name: 'sixteenth candidate',
    folder: SIXTEENTH_CANDIDATE,
    startIn: async (folder) => () => startSixteenthCandidate(folder),
    faults: SETS.flatMap(({ sixteenthCandidate = [] }) => sixteenthCandidate),
  },
]

function moduleIn(server: string): Subject['startIn'] {
  return async (folder) => {
    const module: { startCandidate: Start } = await import(pathToFileURL(join(folder, server)).href)
    return module.startCandidate
  }
}

/** A text after an edit; an error when what is sought does not stand there exactly once. */
export function edited(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${file} has this ${times} times, not once: ${find}`)
  return text.replace(find, () => replace)
}

export function applyEdits(folder: string, edits: readonly Edit[]): void {
  for (const one of edits) {
    const file = join(folder, one.file)
    writeFileSync(file, edited(readFileSync(file, 'utf8'), one))
  }
}

/** Copies a candidate to a folder of its own, applies the edits there and hands over how to start it. */
export async function withPatched<T>(
  { folder, startIn }: Subject,
  edits: readonly Edit[],
  use: (start: Start) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'understudy-outsider-'))
  try {
    // Without what was built: it may look as new as what is edited.
    cpSync(folder, copy, { recursive: true, filter: (path) => basename(path) !== '.build' })
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
    applyEdits(copy, edits)
    return await use(await startIn(copy))
  } finally {
    rmSync(copy, { recursive: true })
  }
}
