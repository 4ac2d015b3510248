import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const SEVENTH_CANDIDATE = join(import.meta.dirname, '../../examples/seventh-candidate')

/** Starts it, or a copy of it in another folder. */
export const startSeventhCandidate = (cwd = SEVENTH_CANDIDATE) =>
  spawned({ command: 'python3', args: ['-B', 'server.py', '--port', '0'], cwd })

export const judgeSeventhCandidate = judging({ folder: SEVENTH_CANDIDATE, start: () => startSeventhCandidate() })
