import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { withBindings } from '../../src/contract/description/with-bindings.ts'
import { cannotListen } from '../command-line/cannot-listen.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { print } from '../terminal/output.ts'

const PRISM = '@stoplight/prism-cli'

export interface StatelessOptions {
  readonly port: number
  readonly host: string
  readonly profile: string | undefined
  readonly quiet: boolean
}

/** Hands the bundled description, with a profile's bindings, to Prism and waits until that ends. */
export async function serveStateless({ port, host, profile, quiet }: StatelessOptions): Promise<void> {
  const program = prism()
  const { source, profile: chosen } = contractWith(profile)
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(withBindings(source.api, chosen.bindings)))
    const free = String(await freePort(host, port))
    print(`Prism answers with the examples of the description on http://${host}:${free}`)
    // Without -m false it fails where NODE_ENV is production.
    await ended([program, 'mock', '-m', 'false', '-p', free, '-h', host, '-v', quiet ? 'warn' : 'info', file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prism's program, beside this package or in the project it is used from. */
function prism(): string {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')])
    try {
      const manifest = createRequire(from).resolve(`${PRISM}/package.json`)
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> }
      return join(dirname(manifest), bin.prism ?? '')
    } catch {}
  throw new UsageError(`--stateless needs Prism, which is not installed: npm install --save-dev ${PRISM}`)
}

/** Runs a program on this Node; an interruption is passed on to it. */
async function ended(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  let stopped = false
  const stop = () => {
    stopped = true
    child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  if (!stopped && code !== 0) throw new UsageError('Prism could not serve the description; it says why above.')
}

function explained(error: Error, port: number, host: string): Error {
  const why = cannotListen(error, port, host)
  return why === undefined ? error : new UsageError(why)
}

/** Prism would print the port as it was asked for, and its whole help where that is in use. */
async function freePort(host: string, port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port, host)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
