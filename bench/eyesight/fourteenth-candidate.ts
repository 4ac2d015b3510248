import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const FOURTEENTH_CANDIDATE = join(import.meta.dirname, '../../examples/fourteenth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startFourteenthCandidate = (cwd = FOURTEENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeFourteenthCandidate = judging({
  folder: FOURTEENTH_CANDIDATE,
  start: () => startFourteenthCandidate(),
})
