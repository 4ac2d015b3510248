import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Finished, ROOT, run } from '../support/command.ts'
import { installPackage } from '../support/installed-package.ts'
import { sampled } from '../support/sampled.ts'
import { freePort, servingScript } from '../support/server-process.ts'
import { leavePage, sharedPage } from '../support/shared-page.ts'

/** What the examples name in their package.json. */
const THEIRS = ['@playwright/test', '@types/node', 'msw', 'openapi-fetch', 'rolldown', 'typescript', 'vitest']
const EXAMPLES = ['front-end', 'vitest-suite', 'msw']

const home = join(inject('runFolder'), 'examples')

beforeAll(async () => {
  await installPackage(home, THEIRS)
  for (const name of EXAMPLES) cpSync(join(ROOT, 'examples', name), join(home, name), { recursive: true })
  for (const [file, text] of Object.entries({ ...onThePage(), ...inTheTutorial(), ...inTheReadme() }))
    writeFileSync(join(home, file), text)
})

/** The tests that docs/front-end.md shows, each beside those of the example it is about. */
function onThePage(): Record<string, string> {
  const [vitest = '', received = '', playwright = '', clock = '', faults = '', msw = '', ...others] =
    blocksOf('docs/front-end.md')
  expect(others).toEqual([])
  return {
    'vitest-suite/tests/page.test.ts': vitest,
    'vitest-suite/tests/page-received.test.ts': received,
    'vitest-suite/tests/page-faults.test.ts': faults,
    'front-end/tests/page.spec.ts': playwright,
    'front-end/tests/page-clock.spec.ts': clock,
    'msw/tests/page.test.ts': msw,
  }
}

/** The blocks of a page in TypeScript. */
const blocksOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text)

/** The front-end tutorial's code, each block in the file that its first line names. */
function inTheTutorial(): Record<string, string> {
  const files = blocksOf('docs/tutorial-front-end.md').map((text) => {
    const [, name = ''] = /^\/\/ (\S+)\n/.exec(text) ?? []
    return [`vitest-suite/${name}`, text]
  })
  expect(files.map(([name]) => name)).toEqual([
    'vitest-suite/src/incident-list.ts',
    'vitest-suite/tests/incident-list.test.ts',
  ])
  return Object.fromEntries(files)
}

function inTheReadme(): Record<string, string> {
  const [text = '', ...others] = blocksOf('README.md')
  expect(others).toEqual([])
  return { 'vitest-suite/tests/readme.test.ts': text }
}

function inExample(
  name: string,
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  return run(process.execPath, [join(ROOT, 'node_modules', tool), ...args], { cwd: join(home, name), env })
}

test.each(sampled(EXAMPLES, 3))('%s is strictly typed by what the package brings', async (name) => {
  expect(await inExample(name, 'typescript-native/bin/tsc', ['-p', '.'])).toEqual({ code: 0, out: '', err: '' })
})

const IN_NODE = [
  ['vitest-suite', 17],
  ['msw', 5],
] as const

test.each(sampled(IN_NODE, 2))('%s passes in Node', async (name, tests) => {
  const { code, out, err } = await inExample(name, 'vitest/vitest.mjs', ['run'])
  expect(code, out + err).toBe(0)
  expect(out).toMatch(new RegExp(`Tests +${tests} passed`))
})

/** One process does not outlive its first context, and other origins are to be other origins. */
const UNWANTED = ['--single-process', '--disable-web-security']

/** How many tests there are in each of its files. */
const IN_A_BROWSER = [
  ['tests/incidents.spec.ts', 6],
  ['tests/page.spec.ts', 2],
  ['tests/page-clock.spec.ts', 1],
] as const

test('front-end passes in a browser', async () => {
  const taken = sampled(IN_A_BROWSER, 3)
  const args = ['test', ...taken.map(([file]) => file)]
  const { code, out, err } = await inExample('front-end', '@playwright/test/cli.js', args, {
    NO_COLOR: undefined,
    PORT: String(await freePort()),
    CHROMIUM: await sparticuz.executablePath(),
    CHROMIUM_ARGS: sparticuz.args.filter((arg) => !UNWANTED.includes(arg)).join(' '),
  })
  expect(code, out + err).toBe(0)
  expect(out).toContain(`${taken.reduce((sum, [, tests]) => sum + tests, 0)} passed`)
})

/** Tests that fail, with and without intent. */
const FAILING = {
  'failing-vitest/failing.test.ts': `
    import { expect, test } from 'understudy-api/vitest'
    test('fails', async ({ sandbox }) => {
      await sandbox.actor('owner').fetch('/api/v1/tokens/nope')
      const { fetch } = sandbox.actor('owner')
      const headers = { 'Content-Type': 'application/json' }
      await fetch('/api/v1/uptime/services', { method: 'POST', headers, body: '{"name":"web"}' })
      await expect(sandbox).toHaveReceived('listTokens')
    })
    test.fails('is meant to', async ({ sandbox }) => expect(sandbox.name).toBe('unheard'))
    test('passes', async ({ sandbox }) => expect(sandbox.name).toContain('passes'))`,
  'failing-playwright/failing.spec.ts': `
    import { expect, test } from 'understudy-api/playwright'
    test('fails', async ({ sandbox }) => {
      await sandbox.actor('owner').fetch('/api/v1/tokens')
      await expect(sandbox).toHaveReceived('listMonitors', {}, { timeout: 100 })
    })`,
}

beforeAll(() => {
  for (const [file, text] of Object.entries(FAILING)) {
    mkdirSync(join(home, dirname(file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
})

test('a failed test in Vitest prints what its sandbox was asked', async () => {
  const { code, out, err } = await inExample('failing-vitest', 'vitest/vitest.mjs', ['run'], { NO_COLOR: '1' })
  expect(code, out + err).toBe(1)
  expect(out).toMatch(/Tests +1 failed \| 1 passed/)
  expect(err).toContain('Expected the sandbox to have received listTokens, but it received only ')
  const [report = '', ...others] = err.match(/^The sandbox .*(\n .*|\n\w.*:)*/gm) ?? []
  expect(others).toEqual([])
  expect(report).toMatch(
    /^The sandbox fails-\d+ when the test failed, at 2026-03-05T09:00:00Z on its clock\nRequests:\n/,
  )
  expect(report).toMatch(/ {2}#1 GET \/api\/v1\/tokens\/nope as owner -> 404 .+\n/)
  expect(report).toMatch(
    / {2}#2 POST \/api\/v1\/uptime\/services as owner -> 201\nChanges to the data:\n {2}UptimeService \S+ created/,
  )
})

interface Attachment {
  readonly name: string
  /** In base64. */
  readonly body?: string
  readonly path?: string
}

const contentOf = ({ body, path = '' }: Attachment): string =>
  body === undefined ? readFileSync(path, 'utf8') : Buffer.from(body, 'base64').toString()

test('a failed test in Playwright has its sandbox attached', async () => {
  const { code, out } = await inExample('failing-playwright', '@playwright/test/cli.js', ['test', '--reporter=json'])
  expect(code).toBe(1)
  const { suites } = JSON.parse(out)
  const { attachments, error } = suites[0].specs[0].tests[0].results[0]
  expect(error.message).toContain('it received only listTokens')
  const attached = new Map<string, string>(attachments.map((one: Attachment) => [one.name, contentOf(one)]))
  expect(attached.get('sandbox.txt')).toContain('#1 GET /api/v1/tokens as owner -> 200')
  expect(JSON.parse(attached.get('requests.json') ?? '')).toMatchObject([{ operationId: 'listTokens', status: 200 }])
  expect(JSON.parse(attached.get('world.json') ?? '')).toMatchObject({ format: 'understudy-world/1' })
})

test('msw answers inside a page', async () => {
  const url = await servingScript(join(home, 'msw/serve.ts'), await freePort())
  const page = await sharedPage()
  onTestFinished(() => leavePage(page))
  await page.goto(url)
  await page.getByText('worker-2', { exact: true }).waitFor()
  expect(await page.getByText('worker-9').count()).toBe(0)
  await page.getByRole('button').click()
  await page.getByText('worker-9').waitFor()
})
