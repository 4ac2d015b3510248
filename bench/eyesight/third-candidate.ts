import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../free-port.ts'
import { judging } from './judge-candidate.ts'

export const THIRD_CANDIDATE = join(import.meta.dirname, '../../examples/third-candidate')

/** The third candidate is written in Python, which is not everywhere. */
export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0

/** Starts it, or a copy of it in another folder, in a process of its own. */
export async function startThirdCandidate({ variant }: { readonly variant: 'a' | 'b' }, cwd = THIRD_CANDIDATE) {
  const choices = variant === 'b' ? ['--other'] : []
  const args = ['-B', 'server.py', '--port', String(await freePort()), ...choices]
  const python = spawn('python3', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(python.stdout), 'line')) as [string]
  const close = async () => {
    python.kill('SIGTERM')
    await once(python, 'exit')
  }
  return { url: line.replace(/^ready on /, ''), close }
}

export const judgeThirdCandidate = judging({
  folder: THIRD_CANDIDATE,
  start: (how) => startThirdCandidate(how),
})
