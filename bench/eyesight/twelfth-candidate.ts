import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const TWELFTH_CANDIDATE = join(import.meta.dirname, '../../examples/twelfth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startTwelfthCandidate = (cwd = TWELFTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeTwelfthCandidate = judging({ folder: TWELFTH_CANDIDATE, start: () => startTwelfthCandidate() })
