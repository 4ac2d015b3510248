/** The packed package on the oldest Node line that package.json promises to work with. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, run } from '../support/command.ts'
import { tarball } from '../support/installed-package.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ECONNRESET/

describe.runIf(process.env.UNDERSTUDY_FULL)('on Node 22', () => {
  test('the command and the fixtures for Vitest work', { timeout: 300_000 }, async ({ skip }) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const packages = [await tarball(), 'node@22', 'vitest', 'openapi-fetch', '@types/node@22']
    const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--fetch-retries=0', ...packages], {
      cwd: folder,
    })
    skip(UNREACHABLE.test(installed.err), 'the registry cannot be reached')
    expect(installed.code, installed.err).toBe(0)
    const node = join(folder, 'node_modules/node/bin/node')
    expect((await run(node, ['--version'])).out).toMatch(/^v22\./)

    const command = (...args: string[]) =>
      run(node, ['node_modules/understudy-api/bin/understudy.js', ...args], { cwd: folder })
    expect((await command('demo', '--folder', 'demo')).code).toBe(0)
    expect(await command('replay', 'resolved-stays-resolved')).toMatchObject({ code: 0, err: '' })

    const program = `
      import { createMock } from 'understudy-api'
      const mock = await createMock({ auth: 'off', data: 'kept.understudy' })
      console.log((await fetch(mock.url + '/api/v1/uptime/ping')).status)
      await mock.close()`
    expect(await run(node, ['--input-type=module', '-e', program], { cwd: folder })).toMatchObject({ out: '200\n' })

    cpSync(join(ROOT, 'examples/vitest-suite'), join(folder, 'vitest-suite'), { recursive: true })
    const suite = await run(node, ['../node_modules/vitest/vitest.mjs', 'run'], { cwd: join(folder, 'vitest-suite') })
    expect(suite.code, suite.out + suite.err).toBe(0)
  })
})
