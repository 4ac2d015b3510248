import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const SIXTEENTH_CANDIDATE = join(import.meta.dirname, '../../examples/sixteenth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startSixteenthCandidate = (cwd = SIXTEENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeSixteenthCandidate = judging({ folder: SIXTEENTH_CANDIDATE, start: () => startSixteenthCandidate() })
