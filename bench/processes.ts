import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import source from '../src/contract/generated/spec.js'
import { Connection } from './connection.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const PROCESSOR_TIME = join(import.meta.dirname, 'processor-time.ts')
const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'understudy-'))

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

export interface MeasuredServer {
  readonly url: string
  /** Processor time it has used so far, as it reports itself, in microseconds. */
  processorTime(): Promise<number>
}

function program(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  children.push(child)
  return child
}

const measured = (...args: string[]): ChildProcess => program('--import', PROCESSOR_TIME, ...args)

function processorTimeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (microseconds) => resolve(Number(microseconds)))
    child.send('processor time')
  })
}

/** Starts a server of this folder on a Node of its own; it prints a line of JSON when it is ready. */
export async function started<T extends { readonly url: string }>(
  name: string,
  ...args: string[]
): Promise<T & MeasuredServer> {
  const child = measured(join(import.meta.dirname, name), ...args)
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)))
    child.once('exit', () => reject(new Error(`${name} ended`)))
  })
  return { ...(JSON.parse(line) as T), processorTime: () => processorTimeOf(child) }
}

/** Prism with the same description, answering its examples. */
export async function startedPrism(): Promise<MeasuredServer> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(source.api))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const prism = join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const child = measured(prism, 'mock', '-m', 'false', '-v', 'fatal', '-p', String(port), file)
  child.stdout?.resume()
  await answering(url, '/')
  return { url, processorTime: () => processorTimeOf(child) }
}

/** Time from starting `understudy serve` to its first response, with the default seed. */
export const firstAnswer = (home: string = ROOT): Promise<number> =>
  firstAnswerOf((port) => [join(home, 'bin/understudy.js'), 'serve', '--quiet', '--port', String(port)])

/** The same for a server that is node:http and nothing else. */
export const firstBareAnswer = (): Promise<number> =>
  firstAnswerOf((port) => [
    '-e',
    `require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1')`,
  ])

async function firstAnswerOf(args: (port: number) => string[]): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = program(...args(port))
  await answering(`http://127.0.0.1:${port}`, '/api/v1/uptime/monitors')
  const ms = performance.now() - start
  child.kill()
  return ms
}

/** Asks until there is an answer; to try to connect costs the machine next to nothing. */
async function answering(url: string, path: string): Promise<void> {
  for (let tries = 0; tries < 10_000; tries++) {
    const connection = await Connection.open(url).catch(() => undefined)
    if (connection) {
      await connection.ask({ method: 'GET', path, headers: { authorization: 'Bearer owner' } })
      return connection.close()
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`nothing answers at ${url}`)
}
