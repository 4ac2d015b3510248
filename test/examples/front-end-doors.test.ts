import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Finished, ROOT, run } from '../support/command.ts'
import { installPackage } from '../support/installed-package.ts'
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
}, 120_000)

/** The tests that docs/front-end.md shows, each beside those of the example it is about. */
function onThePage(): Record<string, string> {
  const [vitest = '', playwright = '', msw = '', ...others] = blocksOf('docs/front-end.md')
  expect(others).toEqual([])
  return {
    'vitest-suite/tests/page.test.ts': vitest,
    'front-end/tests/page.spec.ts': playwright,
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

test.each(EXAMPLES)('%s is strictly typed by what the package brings', async (name) => {
  expect(await inExample(name, 'typescript-native/bin/tsc', ['-p', '.'])).toEqual({ code: 0, out: '', err: '' })
})

test.each([
  ['vitest-suite', 15],
  ['msw', 5],
] as const)('%s passes in Node', { timeout: 60_000 }, async (name, tests) => {
  const { code, out, err } = await inExample(name, 'vitest/vitest.mjs', ['run'])
  expect(code, out + err).toBe(0)
  expect(out).toMatch(new RegExp(`Tests +${tests} passed`))
})

/** One process does not outlive its first context, and other origins are to be other origins. */
const UNWANTED = ['--single-process', '--disable-web-security']

test('front-end passes in a browser', { timeout: 60_000 }, async () => {
  const { code, out, err } = await inExample('front-end', '@playwright/test/cli.js', ['test'], {
    NO_COLOR: undefined,
    PORT: String(await freePort()),
    CHROMIUM: await sparticuz.executablePath(),
    CHROMIUM_ARGS: sparticuz.args.filter((arg) => !UNWANTED.includes(arg)).join(' '),
  })
  expect(code, out + err).toBe(0)
  expect(out).toContain('7 passed')
})

test('msw answers inside a page', { timeout: 60_000 }, async () => {
  const url = await servingScript(join(home, 'msw/serve.ts'), await freePort())
  const page = await sharedPage()
  onTestFinished(() => leavePage(page))
  await page.goto(url)
  await page.getByText('worker-2', { exact: true }).waitFor()
  expect(await page.getByText('worker-9').count()).toBe(0)
  await page.getByRole('button').click()
  await page.getByText('worker-9').waitFor()
})
