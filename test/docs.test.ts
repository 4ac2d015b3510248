import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import source from '../src/contract/generated/spec.js'
import { readProfile } from '../src/contract/read-profile.ts'
import { ROOT, run } from './support/command.ts'
import { freePort } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Example {
  readonly page: string
  readonly command: string
  readonly output: string
}

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** Every `$ command` in a console block, with the output printed under it. */
const examples: Example[] = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...output] = part.split('\n')
        return { page, command, output: output.join('\n').trim() }
      }),
  ),
)

/** `[...]` in the docs stands for anything on that line; a line `...` for any number of lines. */
function pattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('\\[\\.\\.\\.\\]', '.*?').replace(/^\\\.\\\.\\\.$/gm, '[\\s\\S]*?')}$`)
}

test('the docs have examples to check', () => expect(examples.length).toBeGreaterThan(3))

const sessions = pages.flatMap((page) => {
  const own = examples.filter((example) => example.page === page)
  return own.length > 0 ? [{ page, own }] : []
})

test.each(sessions)('$page: every command prints what the page says', { timeout: 120_000 }, async ({ own }) => {
  const ports = new Map<string, string>()
  for (const port of new Set(own.flatMap(({ command }) => command.match(/--port (\d+)/)?.[1] ?? [])))
    ports.set(port, String(await freePort()))
  const moved = (text: string) => [...ports].reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
  for (const { command, output } of own) {
    if (command.endsWith('&')) await inBackground(moved(command.slice(0, -1).trim()))
    else expect((await inShell(moved(command))).trim(), command).toMatch(pattern(moved(output)))
  }
})

const words = (command: string) =>
  command.replace(/^understudy /, `${process.execPath} bin/understudy.js `).replace(/^node /, `${process.execPath} `)

async function inShell(command: string): Promise<string> {
  return (await run('bash', ['-c', words(command)])).out
}

/** A server a page starts; it ends with the test. */
async function inBackground(command: string): Promise<void> {
  const [program = '', ...args] = words(command).split(' ')
  const child = spawn(program, args, { cwd: ROOT, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  const port = command.match(/--port (\d+)/)?.[1]
  for (let attempt = 0; attempt < 100; attempt++) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${command} did not start`)
}

test('the profile in docs/profiles.md is one', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('docs/profiles.md')) ?? []
  const file = join(temporaryFolder(), 'profile.yaml')
  writeFileSync(file, text)
  expect(readProfile(source, { text, file, environment: { OWNER_TOKEN: 't' } }).name).toBe('candidate')
})
