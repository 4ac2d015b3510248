import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { run as runCommand } from '../../bin/main.ts'

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

/** The command as a person starts it, for tests of signals, exits and what a whole process does. */
export function understudyProcess(...args: string[]): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args])
}

let previous: Promise<unknown> = Promise.resolve()

/** The command within this process, which has its modules already; one at a time, because both streams are its own. */
export function understudy(...args: string[]): Promise<Finished> {
  const finished = previous.then(() => captured(args))
  previous = finished.catch(() => {})
  return finished
}

async function captured(args: readonly string[]): Promise<Finished> {
  const out: string[] = []
  const err: string[] = []
  const { NO_COLOR, FORCE_COLOR } = process.env
  const { stdout, stderr } = process
  const writes = [stdout.write, stderr.write] as const
  stdout.write = (chunk: unknown) => out.push(String(chunk)) > 0
  stderr.write = (chunk: unknown) => err.push(String(chunk)) > 0
  setEnvironment({ NO_COLOR: '1', FORCE_COLOR: undefined })
  try {
    const code = await runCommand(args)
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    stdout.write = writes[0]
    stderr.write = writes[1]
    setEnvironment({ NO_COLOR, FORCE_COLOR })
  }
}

function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/** A tool installed by the project, run on the project's Node. */
export function tool(name: string, args: readonly string[], cwd = ROOT): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'node_modules/.bin', name), ...args], {
    cwd,
    env: { REDOCLY_TELEMETRY: 'off' },
  })
}
