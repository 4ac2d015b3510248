import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Spawned {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** What becomes of its messages. */
  readonly messages?: 'inherit' | 'ignore'
  /** How it is ended. */
  readonly signal?: NodeJS.Signals
}

/** Starts a candidate that says on its first line where it listens, in a process of its own. */
export async function spawned({ command, args, cwd, messages = 'inherit', signal = 'SIGTERM' }: Spawned) {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', messages]
  const service = spawn(command, args, { cwd, stdio })
  if (!service.stdout) throw new Error(`${command} says nothing`)
  const ended = once(service, 'exit').then(() => Promise.reject(new Error(`${command} ended before it listened`)))
  const [line] = (await Promise.race([once(createInterface(service.stdout), 'line'), ended])) as [string]
  ended.catch(() => {})
  const close = async () => {
    service.kill(signal)
    await once(service, 'exit')
  }
  return { url: line.replace(/^ready on /, ''), close }
}
