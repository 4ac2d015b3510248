import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlOperations, controlPage } from '../scripts/control-page/page.ts'
import { CONTROL_PAGE } from '../scripts/generate.ts'
import source from '../src/contract/generated/spec.js'
import { createMock, type RunningMock } from '../stateful-mock/create-mock.ts'
import { ROOT } from './support/command.ts'
import { sampled } from './support/sampled.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const page = readFileSync(CONTROL_PAGE, 'utf8')

test('docs/control.md is up to date (else: npm run generate)', () => {
  expect(controlPage(source, page) === page).toBe(true)
})

const [, helpers = ''] = /```sh\nMOCK=.*\n([\s\S]*?)```/.exec(page) ?? []
const operations = controlOperations(source)

test('every operation has an example, and the page shows it', () => {
  expect(operations.length).toBeGreaterThan(75)
  for (const { id, lines } of operations) expect([id, page.includes(lines.join('\n'))]).toEqual([id, true])
})

test('the keys of nested objects and of their alternatives are told', () => {
  const text = (wanted: string) => operations.find(({ id }) => id === wanted)?.text
  const from = 'The origin of a sandbox, exactly one of these. Either `seed`, or `scenario`, or `fork`, or `world`.'
  for (const row of [from, '| `from.seed` | string |  |', '| `from.fork` | string |  |'])
    expect(text('createSandbox')).toContain(row)
  for (const row of ['Either `ms`, or `minMs` and `maxMs`.', '| `latency.ms` | integer |  |', '| `where.area` |'])
    expect(text('armFault')).toContain(row)
  expect(text('getClock')).toContain('| `progress.mode` | `"delay"`, `"at-once"`, `"after-reads"` | yes |')
})

let mock: RunningMock
beforeAll(async () => {
  const scenarios = { folders: [join(ROOT, 'scenarios')] }
  mock = await createMock({ seed: 'acme', clock: { frozenAt: '2026-03-05T09:00:00Z' }, scenarios })
})
afterAll(() => mock.close())

/** The world as at its start, and no other beside it. */
async function startAfresh(): Promise<void> {
  const control = (method: string, path: string) => fetch(`${mock.url}/_understudy${path}`, { method })
  expect((await control('POST', '/reset')).status).toBe(200)
  const { sandboxes } = (await (await control('GET', '/sandboxes')).json()) as { sandboxes: { name: string }[] }
  for (const { name } of sandboxes) if (name !== 'default') await control('DELETE', `/sandboxes/${name}`)
}

/** Any answer that is no success fails the line, and the first line that fails ends the example. */
const STRICT = 'set -e -o pipefail; curl() { command curl -sS --fail-with-body "$@"; }'

/** A stream has no end of its own. */
const ENDLESS = new Set(['streamHappenings'])

test.each(sampled(operations, 6))('the example of $id works', async ({ id, lines }) => {
  await startAfresh()
  await inShell([`MOCK=${mock.url}`, helpers, ...(ENDLESS.has(id) ? brief(lines) : lines)])
})

test('what the page on side doors tells to type works', async () => {
  const text = readFileSync(join(ROOT, 'docs/side-doors.md'), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(0)
  await inShell(blocks.map((block) => block.replaceAll('http://127.0.0.1:4010', mock.url)))
})

async function inShell(lines: readonly string[]): Promise<void> {
  // A whole world is more than execFile takes by itself.
  const options = { cwd: temporaryFolder(), maxBuffer: 64 * 2 ** 20 }
  await promisify(execFile)('bash', ['-c', [STRICT, ...lines].join('\n')], options).catch((error) => {
    throw new Error(`${lines.join('\n')}\n${error.stdout}\n${error.stderr}`)
  })
}

/** curl's own way to say that it ran out of time is 28. */
const brief = (lines: readonly string[]) => [
  ...lines.slice(0, -1),
  `${lines.at(-1)?.replace('curl', 'curl --max-time 1')} || test $? = 28`,
]
