import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ROOT } from './command.ts'

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts a tool that serves on a port and waits until it answers; it ends with the test. */
export async function serving(name: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/.bin', name), ...args], { cwd: ROOT, stdio: 'pipe' })
  onTestFinished(() => void child.kill())
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return url
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not answer: ${said}`)
}
