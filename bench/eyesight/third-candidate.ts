import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { judging } from './judge-candidate.ts'

const FOLDER = join(import.meta.dirname, '../../examples/third-candidate')
/** As its profiles say: they name the address of the driver. */
const PORTS = { a: 8099, b: 8098 } as const

/** The third candidate is written in Python, which is not everywhere. */
export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0

/** Starts it in a process of its own. */
export async function startThirdCandidate({ variant }: { readonly variant: 'a' | 'b' }) {
  const choices = variant === 'b' ? ['--other'] : []
  const args = ['server.py', '--port', String(PORTS[variant]), ...choices]
  const python = spawn('python3', ['-B', ...args], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(python.stdout), 'line')) as [string]
  const close = async () => {
    python.kill('SIGTERM')
    await once(python, 'exit')
  }
  return { url: line.replace(/^ready on /, ''), close }
}

export const judgeThirdCandidate = judging({ folder: FOLDER, start: startThirdCandidate })
