import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { judging } from './judge-candidate.ts'

export const FOURTH_CANDIDATE = join(import.meta.dirname, '../../examples/fourth-candidate')

/** The fourth candidate is written in Go, which is not everywhere. */
export const hasGo = (): boolean => spawnSync('go', ['version']).status === 0

/** Builds it, or a copy of it in another folder, and starts it in a process of its own. */
export async function startFourthCandidate(source = FOURTH_CANDIDATE) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-fourth-'))
  try {
    return await startedIn(folder, source)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

async function startedIn(folder: string, source: string) {
  const program = join(folder, 'service')
  execFileSync('go', ['build', '-o', program, '.'], { cwd: source, env: { ...process.env, GOTOOLCHAIN: 'local' } })
  const port = await freePort()
  const service = spawn(program, ['-port', String(port)], { stdio: 'ignore' })
  const end = async () => {
    if (service.exitCode !== null) return
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await listening(url)
  } catch (error) {
    await end()
    throw error
  }
  const close = async () => {
    await end()
    rmSync(folder, { recursive: true })
  }
  return { url, close }
}

async function listening(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/_understudy/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the fourth candidate does not listen')
}

export const judgeFourthCandidate = judging({ folder: FOURTH_CANDIDATE, start: () => startFourthCandidate() })
