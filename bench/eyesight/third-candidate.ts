import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { judging } from './judge-candidate.ts'
import { spawned } from './spawned.ts'

export const THIRD_CANDIDATE = join(import.meta.dirname, '../../examples/third-candidate')

/** The third and the seventh candidate are written in Python, which is not everywhere. */
export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0

/** Starts it, or a copy of it in another folder. */
export async function startThirdCandidate({ variant }: { readonly variant: 'a' | 'b' }, cwd = THIRD_CANDIDATE) {
  const choices = variant === 'b' ? ['--other'] : []
  const args = ['-B', 'server.py', '--port', String(await freePort()), ...choices]
  return spawned({ command: 'python3', args, cwd })
}

export const judgeThirdCandidate = judging({
  folder: THIRD_CANDIDATE,
  start: (how) => startThirdCandidate(how),
})
