import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { ShownWorld } from './ledger.ts'
import { type Answered, NoAnswer, type Wire } from './load.ts'

const ROOT = join(import.meta.dirname, '../..')
const AS = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }

const contract = loadContract(source)

/** A mock in a process of its own. */
export interface MockProcess {
  readonly url: string
  readonly child: ChildProcess
  /** When it has ended, and with what code. */
  readonly ended: Promise<number | null>
  /** The last of what it printed, on either stream. */
  printed(): string
}

/** It ended before it listened; what it said is in the message. */
export class NotStarted extends Error {}

/** The mock as a person starts it, on a data file. */
export async function serve(file: string, clock: 'real' | 'frozen' = 'frozen'): Promise<MockProcess> {
  const options = ['--port', '0', '--json', '--seed', 'small', '--clock', clock, '--data', file]
  const child = spawn(process.execPath, ['bin/understudy.js', 'serve', ...options], { cwd: ROOT })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let out = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out = (out + chunk).slice(-20_000)
        const line = /^\{"event":"listening","url":"([^"]+)"/m.exec(out)
        if (line?.[1]) resolve(line[1])
      })
    void ended.then((code) => reject(new NotStarted(`it ended with ${code}: ${out}`)))
  })
  return { url, child, ended, printed: () => out }
}

/** The response, whatever its status; throws NoAnswer if there is none. */
export async function exchange(
  url: string,
  method: string,
  path: string,
  json?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  try {
    const answer = await fetch(url + path, { method, headers: AS, ...body })
    return { status: answer.status, text: await answer.text() }
  } catch {
    throw new NoAnswer()
  }
}

/** The same for what has to succeed. */
export async function ask(url: string, method: string, path: string, json?: unknown): Promise<Answered> {
  const { status, text } = await exchange(url, method, path, json)
  if (status >= 300) throw new Error(`${method} ${path} ${JSON.stringify(json)}: ${status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

export function wireTo(url: string, sandbox: string): Wire {
  const at = `${url}/sandboxes/${sandbox}`
  return {
    call(id, parameters, body) {
      const { method, path } = contract.operation(id)
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
      return ask(at, method, filled, body)
    },
    control: (path, body) => ask(at, 'POST', `/_understudy/${path}`, body),
  }
}

export const worldOf = async (url: string, sandbox: string): Promise<ShownWorld> =>
  (await ask(url, 'GET', `/sandboxes/${sandbox}/_understudy/world`)) as unknown as ShownWorld
