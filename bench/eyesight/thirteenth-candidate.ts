import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const THIRTEENTH_CANDIDATE = join(import.meta.dirname, '../../examples/thirteenth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startThirteenthCandidate = (cwd = THIRTEENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeThirteenthCandidate = judging({
  folder: THIRTEENTH_CANDIDATE,
  start: () => startThirteenthCandidate(),
})
