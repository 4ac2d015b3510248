import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const TENTH_CANDIDATE = join(import.meta.dirname, '../../examples/tenth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startTenthCandidate = (cwd = TENTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeTenthCandidate = judging({ folder: TENTH_CANDIDATE, start: () => startTenthCandidate() })
