import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const FIFTEENTH_CANDIDATE = join(import.meta.dirname, '../../examples/fifteenth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startFifteenthCandidate = (cwd = FIFTEENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeFifteenthCandidate = judging({
  folder: FIFTEENTH_CANDIDATE,
  start: () => startFifteenthCandidate(),
})
