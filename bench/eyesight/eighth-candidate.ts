import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const EIGHTH_CANDIDATE = join(import.meta.dirname, '../../examples/eighth-candidate')

/** The eighth candidate is written in Java, of which the compiler is not everywhere. */
export const hasJava = (): boolean => spawnSync('javac', ['-version']).status === 0

/** Compiles it, or a copy of it in another folder, and starts it in a process of its own. */
export const startEighthCandidate = (cwd = EIGHTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeEighthCandidate = judging({ folder: EIGHTH_CANDIDATE, start: () => startEighthCandidate() })
