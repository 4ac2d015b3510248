import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ROOT } from './command.ts'

export { freePort } from '../../bench/free-port.ts'

/** Starts a tool that serves on a port and waits until it answers; it ends with the test. */
export const serving = (name: string, args: readonly string[], port: number): Promise<string> =>
  served(name, [join(ROOT, 'node_modules/.bin', name), ...args], port)

/** The same with a script that is told the port by its environment. */
export const servingScript = (file: string, port: number): Promise<string> =>
  served(file, [file], port, { PORT: String(port) })

async function served(
  name: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'pipe', env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill())
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    const answered = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
      () => true,
      () => false,
    )
    if (answered) return url
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not answer: ${said}`)
}
