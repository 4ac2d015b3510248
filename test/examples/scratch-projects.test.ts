/** The packed package in projects of its users: what package.json promises to work with, as npm installs it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, ROOT, run } from '../support/command.ts'
import { tarball } from '../support/installed-package.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Versions {
  readonly node: number
  readonly vitest: number
  readonly msw: number
}

const PROJECTS: readonly Versions[] = [
  { node: 22, vitest: 3, msw: 2 },
  { node: 22, vitest: 5, msw: 3 },
  { node: 24, vitest: 4, msw: 2 },
  { node: 24, vitest: 5, msw: 3 },
]

/** What the examples import besides. */
const BESIDES = [
  ...['openapi-fetch', 'rolldown', '@types/node@22'],
  ...['react', 'react-dom', '@types/react', '@tanstack/react-query'],
  ...['@testing-library/react', '@testing-library/dom', 'jsdom@26'],
]
const EXAMPLES = ['vitest-suite', 'msw', 'react']

/** What the examples call by its newest name, as older versions call it. */
const olderNames = ({ vitest, msw }: Versions): readonly (readonly [RegExp, string])[] => [
  ...(msw < 3 ? [[/onUnhandledFrame/g, 'onUnhandledRequest'] as const] : []),
  ...(vitest < 5 ? [[/test\.override\('(\w+)', (.*)\)/g, 'test.scoped({ $1: $2 })'] as const] : []),
]

/** A project of its own, as npm makes it; the only tests that need the registry. */
async function project({ node, vitest, msw }: Versions): Promise<{ folder: string; installed: Finished }> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--no-audit', '--no-fund', '--fetch-retries=0']
  const wanted = [await tarball(), `node@${node}`, `vitest@${vitest}`, `msw@${msw}`, ...BESIDES]
  return { folder, installed: await run('npm', ['install', ...quiet, ...wanted], { cwd: folder }) }
}

function addExample(folder: string, name: string, versions: Versions): void {
  const home = join(folder, name)
  cpSync(join(ROOT, 'examples', name), home, { recursive: true })
  for (const file of readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one))) {
    const text = readFileSync(join(home, file), 'utf8')
    const older = olderNames(versions).reduce((sofar, [now, before]) => sofar.replace(now, before), text)
    writeFileSync(join(home, file), older)
  }
}

const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/

describe.runIf(process.env.UNDERSTUDY_FULL)('an installed package', () => {
  test.for(PROJECTS)(
    'Node $node, Vitest $vitest, MSW $msw, React, TanStack Query, openapi-fetch: it works and is strictly typed',
    async (versions, { skip }) => {
      const { folder, installed } = await project(versions)
      skip(UNREACHABLE.test(installed.err), 'the registry cannot be reached')
      expect(installed.code, installed.err).toBe(0)
      const node = join(folder, 'node_modules/node/bin/node')
      expect((await run(node, ['--version'])).out).toMatch(new RegExp(`^v${versions.node}\\.`))
      await expectCommands(node, folder)
      for (const name of EXAMPLES) {
        addExample(folder, name, versions)
        const cwd = join(folder, name)
        const { code, out, err } = await run(node, ['../node_modules/vitest/vitest.mjs', 'run'], { cwd })
        expect(code, out + err).toBe(0)
        const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
        expect(await run(process.execPath, [compiler, '-p', '.'], { cwd })).toEqual({ code: 0, out: '', err: '' })
      }
    },
  )
})

/** The command, and the mock in a program, with a file that keeps its data. */
async function expectCommands(node: string, cwd: string): Promise<void> {
  const command = (...args: string[]) => run(node, ['node_modules/understudy-api/bin/understudy.js', ...args], { cwd })
  expect((await command('demo', '--folder', 'demo')).code).toBe(0)
  expect(await command('replay', 'resolved-stays-resolved')).toMatchObject({ code: 0, err: '' })
  const program = `
    import { createMock } from 'understudy-api'
    const mock = await createMock({ auth: 'off', data: 'kept.understudy' })
    console.log((await fetch(mock.url + '/api/v1/uptime/ping')).status)
    await mock.close()`
  expect(await run(node, ['--input-type=module', '-e', program], { cwd })).toMatchObject({ out: '200\n' })
}
