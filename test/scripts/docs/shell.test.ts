import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openShell } from '../../../scripts/docs/shell.ts'
import { ROOT } from '../../support/command.ts'

/** A server in the background, as far as the shell can tell. */
const BACKGROUND = 'sleep 300 >/dev/null 2>&1 & echo $!'

test('what was started in a shell ends when it is closed', async () => {
  const shell = openShell(ROOT, process.env)
  const id = Number(await shell.type(BACKGROUND))
  expect(isRunning(id)).toBe(true)
  shell.close()
  await ended(id)
})

test('what was started in a shell ends when the shell ends by itself', async () => {
  const shell = openShell(ROOT, process.env)
  const id = Number(await shell.type(BACKGROUND))
  await expect(shell.type('exit 3')).rejects.toThrow('the shell ended')
  await ended(id)
})

test('what was started in a shell ends when the process that opened it is killed', async () => {
  const script = `
    import { openShell } from ${JSON.stringify(join(ROOT, 'scripts/docs/shell.ts'))}
    console.log(await openShell('.', process.env).type(${JSON.stringify(BACKGROUND)}))
    process.kill(process.pid, 'SIGKILL')`
  const killed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
    (error) => error,
  )
  expect(killed.signal).toBe('SIGKILL')
  await ended(Number(killed.stdout))
})

/** A process that has ended may stay in the table until somebody collects it; where there is one, /proc tells. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return !existsSync('/proc/self') || !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits for the end of a process; a test that waits in vain fails by its own time limit. */
async function ended(id: number): Promise<void> {
  expect(id).toBeGreaterThan(1)
  while (isRunning(id)) await new Promise((resolve) => setTimeout(resolve, 20))
}
