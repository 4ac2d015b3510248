/** The doors for test runners, with the oldest versions that package.json promises to work beside. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Finished, ROOT, run } from '../support/command.ts'
import { tarball } from '../support/installed-package.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PEERS = [
  { vitest: 'vitest@3', msw: 'msw@2' },
  { vitest: 'vitest@4', msw: 'msw@2' },
]
const BESIDES = ['openapi-fetch', 'rolldown', '@types/node@24']

/** How those versions call what the examples use. */
const OLDER: readonly (readonly [RegExp, string])[] = [
  [/onUnhandledFrame/g, 'onUnhandledRequest'],
  [/test\.override\('(\w+)', (.*)\)/g, 'test.scoped({ $1: $2 })'],
]

/** A project of its own, as npm makes it; the only tests that need the registry. */
async function project(peers: readonly string[]): Promise<{ folder: string; installed: Finished }> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--no-audit', '--no-fund', '--fetch-retries=0']
  const installed = await run('npm', ['install', ...quiet, await tarball(), ...peers, ...BESIDES], { cwd: folder })
  return { folder, installed }
}

function addExample(folder: string, name: string): void {
  const home = join(folder, name)
  cpSync(join(ROOT, 'examples', name), home, { recursive: true })
  const written = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  for (const file of written) {
    const text = readFileSync(join(home, file), 'utf8')
    writeFileSync(
      join(home, file),
      OLDER.reduce((sofar, [now, before]) => sofar.replace(now, before), text),
    )
  }
}

const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/

describe.runIf(process.env.UNDERSTUDY_FULL)('beside older versions', () => {
  test.for(PEERS)(
    '$vitest and $msw: the examples pass and are strictly typed',
    { timeout: 300_000 },
    async (peers, { skip }) => {
      const { folder, installed } = await project(Object.values(peers))
      skip(UNREACHABLE.test(installed.err), 'the registry cannot be reached')
      expect(installed.code, installed.err).toBe(0)
      for (const name of ['vitest-suite', 'msw']) {
        addExample(folder, name)
        const cwd = join(folder, name)
        const { code, out, err } = await run(process.execPath, ['../node_modules/vitest/vitest.mjs', 'run'], { cwd })
        expect(code, out + err).toBe(0)
        const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
        expect(await run(process.execPath, [compiler, '-p', '.'], { cwd })).toEqual({ code: 0, out: '', err: '' })
      }
    },
  )
})
