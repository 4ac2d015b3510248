import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, run } from './support/command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/**
 * Lays the tarball out as npm would, with the run-time dependencies (and only those) beside it.
 * npm itself would ask the registry about them, and tests have no network.
 */
async function installed(): Promise<string> {
  const folder = temporaryFolder()
  const { out, err } = await run('npm', ['pack', '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(out.slice(out.indexOf('[\n'))) as [{ filename: string }]
  const home = join(folder, 'node_modules/understudy')
  mkdirSync(home, { recursive: true })
  expect(await run('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1']), err).toMatchObject({
    code: 0,
  })
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync('../understudy/bin/understudy.js', join(folder, 'node_modules/.bin/understudy'))
  return folder
}

test('the packed package installs into an empty folder and runs from there', { timeout: 120_000 }, async () => {
  const folder = await installed()
  const command = (...args: string[]) =>
    run(process.execPath, [join(folder, 'node_modules/.bin/understudy'), ...args], { cwd: folder })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(await command('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
  expect((await command('spec', 'lint')).out).toMatch(/^ok {2}/)
  expect((await command('spec', 'operations')).out).toContain('113 operations')

  const program = `
    import { loadContract, spec } from 'understudy'
    import api from 'understudy/openapi.json' with { type: 'json' }
    console.log(loadContract(spec).operations.size, Object.keys(api.paths).length > 50)`
  expect(await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })).toEqual({
    code: 0,
    out: '113 true\n',
    err: '',
  })
})

test('a Node that is too old is told so in one sentence', async () => {
  const program = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import('${join(ROOT, 'bin/understudy.js')}')`
  expect(await run(process.execPath, ['--input-type=module', '-e', program])).toEqual({
    code: 2,
    out: '',
    err: 'understudy needs Node 24 or later; this is 20.20.2. Install a newer Node and try again.\n',
  })
})
