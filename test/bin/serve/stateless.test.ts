import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT, understudy } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test("serve --stateless hands the description to Prism, with the profile's bindings", async () => {
  const profile = join(temporaryFolder(), 'profile.yaml')
  writeFileSync(
    profile,
    'bindings:\n  openIncident: { method: PUT, path: /api/v1/oncall/incident/manual, status: 200 }\n',
  )
  const args = ['serve', '--stateless', '--port', '0', '--quiet', '--profile', profile]
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const ask = async () => {
    const url = /on (http:\S+)/.exec(said)?.[1]
    const headers = { Authorization: 'Bearer anybody', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ serviceId: 'svc_checkout', title: 'Payments fail' })
    return fetch(`${url}/api/v1/oncall/incident/manual`, { method: 'PUT', headers, body })
  }
  const answer = await until(ask)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ status: expect.any(String), title: expect.any(String) })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await attempt()
    } catch (error) {
      if (tries > 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}

test('a mock without state says what it cannot do and where it cannot listen', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const port = String((taken.address() as AddressInfo).port)
  expect(await understudy('serve', '--stateless', '--port', port)).toEqual({
    code: 2,
    out: '',
    err: `Port ${port} on 127.0.0.1 is in use; choose another with --port.\n`,
  })
  expect(await understudy('serve', '--stateless', '--seed', 'small')).toEqual({
    code: 2,
    out: '',
    err: '--seed cannot be used with --stateless.\n',
  })
})

test('what HTTPS and latency need is one sentence', async () => {
  const said = (err: string) => ({ code: 2, out: '', err })
  const files = ['--tls-cert', 'package.json', '--tls-key', 'package.json']
  expect(await understudy('serve', '--tls-cert', 'package.json')).toEqual(
    said('HTTPS needs both --tls-cert FILE and --tls-key FILE.\n'),
  )
  expect(await understudy('serve', '--port', '0', ...files)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^package\.json and package\.json are not a certificate and its key in PEM form: .*\n$/),
  })
  expect(await understudy('serve', '--latency', 'long')).toEqual(
    said('long is not a valid latency; use a number of milliseconds.\n'),
  )
})
