import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT, understudy } from '../support/command.ts'
import { freePort } from '../support/server-process.ts'

test('a mock can be started inside a scenario, at the step where it says to stop', async () => {
  const port = await freePort()
  const args = ['serve', '--scenario', 'resolved-stays-resolved', '--port', String(port), '--quiet']
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  await expect.poll(() => out).toBe(`Understudy listens on http://127.0.0.1:${port}\n`)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/oncall/incidents`, {
    headers: { authorization: 'Bearer owner' },
  })
  expect(await answer.json()).toMatchObject({
    incidents: [
      { title: 'Checkout is slow again', status: 'open', openedAt: expect.stringMatching(/^2026-03-05T09:00:/) },
    ],
  })
})

test('a folder for scenarios must be one', async () => {
  expect(await understudy('serve', '--port', '0', '--scenarios', 'package.json')).toEqual({
    code: 2,
    out: '',
    err: 'package.json is not a folder; --scenarios needs a folder (it is created if it does not exist).\n',
  })
})

test('a scenario that is not there is told so', async () => {
  expect(await understudy('serve', '--scenario', 'resolved-stays-open')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^There is no scenario resolved-stays-open.*; understudy scenario list shows all of them\.\n$/,
    ),
  })
})
