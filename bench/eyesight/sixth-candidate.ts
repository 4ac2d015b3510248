import { join } from 'node:path'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const SIXTH_CANDIDATE = join(import.meta.dirname, '../../examples/sixth-candidate')

/** Starts it, or a copy of it in another folder. */
export const startSixthCandidate = (cwd = SIXTH_CANDIDATE) =>
  spawned({ command: process.execPath, args: ['server.mjs', '--port', '0'], cwd })

export const judgeSixthCandidate = judging({ folder: SIXTH_CANDIDATE, start: () => startSixthCandidate() })
