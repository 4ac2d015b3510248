import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../free-port.ts'
import { judging } from './judge-candidate.ts'

export const FIFTH_CANDIDATE = join(import.meta.dirname, '../../examples/fifth-candidate')

/** A Python that has what the candidate's requirements.txt names. */
const PYTHON = process.env.FIFTH_CANDIDATE_PYTHON ?? 'python3'

/** The fifth candidate needs FastAPI, which is not everywhere. */
export const hasFastApi = (): boolean => spawnSync(PYTHON, ['-c', 'import fastapi, uvicorn, httpx, jwt']).status === 0

/** Starts it, or a copy of it in another folder, in a process of its own. */
export async function startFifthCandidate(cwd = FIFTH_CANDIDATE) {
  const args = ['-B', 'main.py', '--port', String(await freePort())]
  const python = spawn(PYTHON, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface(python.stdout), 'line')) as [string]
  const close = async () => {
    python.kill('SIGKILL')
    await once(python, 'exit')
  }
  return { url: line.replace(/^ready on /, ''), close }
}

export const judgeFifthCandidate = judging({ folder: FIFTH_CANDIDATE, start: () => startFifthCandidate() })
