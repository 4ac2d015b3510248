import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const ELEVENTH_CANDIDATE = join(import.meta.dirname, '../../examples/eleventh-candidate')

/** Starts it, or a copy of it in another folder. */
export const startEleventhCandidate = (cwd = ELEVENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeEleventhCandidate = judging({ folder: ELEVENTH_CANDIDATE, start: () => startEleventhCandidate() })
