import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { ROOT, run, tool } from './support/command.ts'
import { installPackage, tarball } from './support/installed-package.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SIZE = loadContract(source).operations.size

test('the packed package installs into an empty folder and runs from there', async () => {
  const folder = temporaryFolder()
  await installPackage(folder)
  const command = (...args: string[]) =>
    run(process.execPath, [join(folder, 'node_modules/.bin/understudy'), ...args], { cwd: folder })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(await command('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
  expect((await command('spec', 'lint')).out).toMatch(/^ok {2}/)
  expect((await command('spec', 'operations')).out).toContain(`${SIZE} operations`)
  // It loads the candidate it judges, which is shipped for it.
  expect((await command('demo', '--help')).out).toContain('an implementation with two faults')

  const program = `
    import { createMock, loadContract, spec } from 'understudy-api'
    import api from 'understudy-api/openapi.json' with { type: 'json' }
    console.log(loadContract(spec).operations.size, Object.keys(api.paths).length > 50)
    const mock = await createMock({ auth: 'off' })
    const ping = async (get) => (await get(mock.url + '/api/v1/uptime/ping')).status
    console.log(await ping(fetch), await ping(mock.fetch))
    mock.reset()
    await mock.close()`
  expect(await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })).toEqual({
    code: 0,
    out: `${SIZE} true\n200 200\n`,
    err: '',
  })

  expect(await command('serve', '--stateless')).toEqual({
    code: 2,
    out: '',
    err: '--stateless needs Prism, which is not installed: npm install --save-dev @stoplight/prism-cli\n',
  })

  writeFileSync(join(folder, 'typed.mts'), TYPED)
  mkdirSync(join(folder, 'node_modules/@types'))
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  expect(await run(process.execPath, [compiler, ...strict, 'typed.mts'], { cwd: folder })).toEqual({
    code: 0,
    out: '',
    err: '',
  })
})

test('it holds what it takes to use it and nothing else, in less than 2 MB', async () => {
  const file = await tarball()
  expect(statSync(file).size).toBeLessThan(2_000_000)
  const names = (await run('tar', ['-tzf', file])).out.trim().split('\n')
  expect([...new Set(names.map((name) => name.split('/').slice(1, 3).join('/')))].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/loading.js',
    'bin/understudy.js',
    'dist/bin',
    'dist/docs',
    'dist/examples',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/msw-browser.js',
    'dist/scenarios',
    'dist/spec',
    'dist/src',
    'dist/stateful-mock',
    'package.json',
  ])
  expect(names.filter((name) => /\/(test|bench|node_modules)\/|\.test\.|(?<!\.d)\.m?ts$/.test(name))).toEqual([])
  expect(await tool('publint', ['run', file, '--strict'])).toMatchObject({ code: 0 })
})

/** Each line that is wrong must be. */
const TYPED = `
import { createMock, type MockOptions, type RunningMock } from 'understudy-api'
const options: MockOptions = { seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' }, latencyMs: 5 }
const mock: RunningMock = await createMock(options)
const url: string = mock.url
const status: number = (await mock.fetch('/api/v1/tokens', { method: 'GET' })).status
// @ts-expect-error there is no such option
await createMock({ prot: 4010 })
// @ts-expect-error a url is not a number
const wrong: number = mock.url
mock.reset()
await mock.close()
console.log(url, status, wrong)
`

test('a Node that is too old is told so in one sentence', async () => {
  const program = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import('${join(ROOT, 'bin/understudy.js')}')`
  expect(await run(process.execPath, ['--input-type=module', '-e', program])).toEqual({
    code: 2,
    out: '',
    err: 'understudy needs Node 22.19 or later; this is 20.20.2. Install a newer Node and try again.\n',
  })
})
