import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')
const COMMAND = join(ROOT, 'bin/understudy.js')

/** `understudy` with arguments, as a process of its own. */
export const understudy = (...args: string[]): ChildProcess => program(COMMAND, ...args)

/** A program on this Node; its output is captured. */
export const program = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Waits for a program to print something that matches, and answers the first group. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const look = (chunk: unknown) => {
      text += chunk
      const [, found] = pattern.exec(text) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('close', () => reject(new Error(`it ended before it printed ${pattern}:\n${text}`)))
  })
}

/** Waits for the end of a program; rejects with its output unless it ends with one of these codes. */
export function ended(child: ChildProcess, ...codes: readonly number[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk
      })
    child.once('close', (code) => (code !== null && codes.includes(code) ? resolve(text) : reject(new Error(text))))
  })
}
