import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const NINTH_CANDIDATE = join(import.meta.dirname, '../../examples/ninth-candidate')

/** The ninth candidate is written in Rust, of which the compiler is not everywhere. */
export const hasRust = (): boolean => spawnSync('rustc', ['--version']).status === 0

/** Compiles it, or a copy of it in another folder, and starts it in a process of its own. */
export const startNinthCandidate = (cwd = NINTH_CANDIDATE) =>
  spawned({ command: './run.sh', args: ['--port', '0'], cwd })

export const judgeNinthCandidate = judging({ folder: NINTH_CANDIDATE, start: () => startNinthCandidate() })
