import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}

/** The command as a person starts it. */
export function understudy(...args: string[]): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args])
}

/** A tool installed by the project, run on the project's Node. */
export function tool(name: string, args: readonly string[], cwd = ROOT): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'node_modules/.bin', name), ...args], {
    cwd,
    env: { REDOCLY_TELEMETRY: 'off' },
  })
}
