import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { printable } from '../../../bin/terminal/printable.ts'
import { ROOT, understudy } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const EVIL =
  '\u001b[2J\u001b]0;owned\u0007\n::error::hello\n  ##[error]hello \u001b[31mred\u0090 said ##vso[task.setvariable]x'

test('colours of ours stay; everything else that a terminal or a CI service would obey does not', () => {
  expect(printable(`\u001b[31mred\u001b[39m ${EVIL}`)).toBe(
    '\u001b[31mred\u001b[39m [2J]0;owned\n: :error::hello\n  # #[error]hello \u001b[31mred said # #vso[task.setvariable]x',
  )
})

/** A target with evil text wherever text can be. */
async function evilTarget(onRequest = () => {}): Promise<string> {
  const server = createServer((request, response) => {
    onRequest()
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') response.end(JSON.stringify({ tokens: [{ id: EVIL, name: EVIL }] }))
    else response.writeHead(500).end(JSON.stringify({ error: EVIL }))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function profileFile(): string {
  const file = join(temporaryFolder(), 'profile.yaml')
  const actor = 'owner: { role: owner, organization: acme, headers: { authorization: Bearer let-me-in-please } }'
  writeFileSync(file, `name: evil\nactors:\n  ${actor}\nbudget: { permanent: 100 }\nsettle: 0\n`)
  return file
}

test('what a target says reaches the terminal as text only', async () => {
  const args = ['--profile', profileFile(), '--area', 'tokens', '--runs', '3', '--seed', '1']
  const { out, err } = await understudy('verify', await evilTarget(), ...args)
  expect(out).toContain('FAILURE')
  expect(out).toContain('hello')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  expect(out + err).not.toMatch(/^\s*::|##(\[|vso\[)/m)
})

test('a terminal that is closed ends a run in good order', async () => {
  let requests = 0
  const url = await evilTarget(() => {
    if (++requests === 15) child.kill('SIGHUP')
  })
  const args = ['verify', url, '--profile', profileFile(), '--area', 'tokens', '--rate', '5', '--runs', '1000']
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)))
  expect({ signal, err }).toEqual({ signal: null, err: expect.stringContaining('Stopping: cleaning up') })
  expect(out).toContain('again: understudy verify')
})
