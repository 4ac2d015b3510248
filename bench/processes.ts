import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import source from '../src/contract/generated/spec.js'

const ROOT = join(import.meta.dirname, '..')
const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'understudy-'))

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function program(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

/** Starts a program of this folder on a Node of its own; it prints a line of JSON when it is ready. */
export async function started<T>(name: string, ...args: string[]): Promise<T> {
  const child = program(join(import.meta.dirname, name), ...args)
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)))
    child.once('exit', () => reject(new Error(`${name} ended`)))
  })
  return JSON.parse(line) as T
}

/** Prism with the same description, answering its examples. */
export async function startedPrism(): Promise<string> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(source.api))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const prism = join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js')
  program(prism, 'mock', '-m', 'false', '-v', 'fatal', '-p', String(port), file).stdout?.resume()
  await answering(url)
  return url
}

/** How long `understudy serve` takes from nothing to its first answer, with the usual world. */
export async function firstAnswer(): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = program(join(ROOT, 'bin/understudy.js'), 'serve', '--quiet', '--port', String(port))
  const headers = { authorization: 'Bearer owner' }
  await answering(`http://127.0.0.1:${port}/api/v1/uptime/monitors`, headers)
  const ms = performance.now() - start
  child.kill()
  return ms
}

async function answering(url: string, headers: Record<string, string> = {}): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    const answer = await fetch(url, { headers }).catch(() => undefined)
    if (answer) return void (await answer.text())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`nothing answers at ${url}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
