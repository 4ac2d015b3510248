import { createServer } from 'node:net'
import { type Check, ok, problem } from './check.ts'

/** The same version that the entry file asks for. */
const NEEDED = [22, 19] as const

export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
    ? ok('node', version)
    : problem('node', `${version} is too old`, `install Node ${NEEDED.join('.')} or later`)
}

/** Checks that the mock could listen there. */
export async function portCheck(port: number): Promise<Check> {
  const code = await whyNotListen(port)
  if (code === undefined) return ok('port', `${port} is free`)
  if (code === 'EACCES') return problem('port', `${port} needs more privileges than this account has`, TAKE_ANOTHER)
  if (await isOurs(port)) return ok('port', `${port}: an Understudy mock is already listening there`)
  return problem('port', `${port} is in use by another program`, TAKE_ANOTHER)
}

const TAKE_ANOTHER = 'use another with understudy serve --port N, or any free one with --port 0'

function whyNotListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}

async function isOurs(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000)
  const answer = await fetch(`http://127.0.0.1:${port}/_understudy/health`, { signal }).catch(() => undefined)
  return answer?.ok === true && answer.headers.get('content-type')?.includes('json') === true
}
