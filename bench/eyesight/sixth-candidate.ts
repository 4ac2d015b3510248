import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { judging } from './judge-candidate.ts'

export const SIXTH_CANDIDATE = join(import.meta.dirname, '../../examples/sixth-candidate')

/** Starts it, or a copy of it in another folder, in a process of its own. */
export async function startSixthCandidate(cwd = SIXTH_CANDIDATE) {
  const service = spawn(process.execPath, ['server.mjs', '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(service.stdout), 'line')) as [string]
  const close = async () => {
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
  return { url: line.replace(/^ready on /, ''), close }
}

export const judgeSixthCandidate = judging({ folder: SIXTH_CANDIDATE, start: () => startSixthCandidate() })
