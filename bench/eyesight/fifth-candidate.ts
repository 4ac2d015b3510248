import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const FIFTH_CANDIDATE = join(import.meta.dirname, '../../examples/fifth-candidate')

/** A Python that has what the candidate's requirements.txt names. */
export const PYTHON = process.env.FIFTH_CANDIDATE_PYTHON ?? 'python3'

/** The fifth candidate needs FastAPI, which is not everywhere. */
export const hasFastApi = (): boolean => spawnSync(PYTHON, ['-c', 'import fastapi, uvicorn, httpx, jwt']).status === 0

/** Starts it, or a copy of it in another folder. */
export async function startFifthCandidate(cwd = FIFTH_CANDIDATE) {
  const args = ['-B', 'main.py', '--port', String(await freePort())]
  return spawned({ command: PYTHON, args, cwd, messages: 'ignore', signal: 'SIGKILL' })
}

export const judgeFifthCandidate = judging({ folder: FIFTH_CANDIDATE, start: () => startFifthCandidate() })
