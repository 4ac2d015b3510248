import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../../../bin/command-line/usage-error.ts'
import { expectWritable, expectWritableFolder } from '../../../bin/files/write-file.ts'
import { tellReport } from '../../../bin/watch/tell-report.ts'
import { verify } from '../../../src/conformance/verify.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { understudy } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PROFILE = 'examples/candidate/profile-a.yaml'
const SCENARIO = 'resolved-stays-resolved'

/** A target that only counts who comes. */
async function listener(): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

/** A folder where something ought to be a file, a file where something ought to be a folder, and a report of before. */
function rooms() {
  const room = temporaryFolder()
  const [folder, file] = [join(room, 'folder'), join(room, 'file')]
  mkdirSync(folder)
  writeFileSync(file, 'as it was')
  return { room, folder, file }
}

describe('what cannot be written is said before the first request', () => {
  test.each([
    ['verify', 'a report', ({ folder }) => ['verify', '--profile', PROFILE, '--report', `html=${folder}`]],
    ['verify', 'a failure', ({ file }) => ['verify', '--profile', PROFILE, '--save-failures', file]],
    ['learn', 'the profile', ({ folder }) => ['learn', '--profile', PROFILE, '--write', folder]],
    ['record', 'the scenario', ({ folder }) => ['record', '--port', '0', '--write', folder, '--target']],
    ['replay', 'a report', ({ folder }) => ['replay', SCENARIO, '--report', `junit=${folder}`, '--target']],
  ] as [string, string, (places: ReturnType<typeof rooms>) => string[]][])('%s: %s', async (_, __, args) => {
    const { url, asked } = await listener()
    const places = rooms()
    const { code, out, err } = await understudy(...args(places), url)
    expect(err).toMatch(/^Cannot write .+: .+ is (a|not a) folder\.\n$/)
    expect({ code, out, asked: asked() }).toEqual({ code: 2, out: '', asked: 0 })
    expect(readdirSync(places.room).sort()).toEqual(['file', 'folder'])
    expect(readFileSync(places.file, 'utf8')).toBe('as it was')
  })

  test('one of two: the other is not begun', async () => {
    const { url, asked } = await listener()
    const { room, file, folder } = rooms()
    const reports = ['--report', `json=${file}`, '--report', `junit=${join(room, 'new', 'junit.xml')}`]
    const { code, err } = await understudy(
      'verify',
      url,
      '--profile',
      PROFILE,
      ...reports,
      '--report',
      `html=${folder}`,
    )
    expect({ code, err }).toEqual({ code: 2, err: `Cannot write ${folder}: it is a folder.\n` })
    expect(asked()).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('as it was')
    expect(existsSync(join(room, 'new'))).toBe(false)
  })
})

describe('commands that ask nobody leave nothing half-done either', () => {
  test('merge prints nothing', async () => {
    const { folder } = rooms()
    const args = ['merge', 'no-such-report.json', '--report', `html=${folder}`]
    expect(await understudy(...args)).toEqual({ code: 2, out: '', err: `Cannot write ${folder}: it is a folder.\n` })
  })

  test('scenario export', async () => {
    const { file } = rooms()
    const args = ['scenario', 'export', 'no-such-scenario', '--as', 'har', '--write', join(file, 'har.json')]
    expect((await understudy(...args)).err).toBe(`Cannot write ${join(file, 'har.json')}: ${file} is not a folder.\n`)
  })

  test('init writes both files or none', async () => {
    const { room } = rooms()
    writeFileSync(join(room, '.github'), 'as it was')
    const { code, err } = await understudy('init', room)
    expect({ code, err }).toEqual({
      code: 2,
      err: `Cannot write ${join(room, '.github/workflows/conformance.yml')}: ${join(room, '.github')} is not a folder.\n`,
    })
    expect(existsSync(join(room, 'profile.yaml'))).toBe(false)
  })

  test('demo does not begin', async () => {
    const { folder } = rooms()
    mkdirSync(join(folder, 'report.html'))
    const { code, out } = await understudy('demo', '--folder', folder)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

test('what cannot be written at the end: the verdict is printed all the same, and the other report written', async () => {
  const mock = await createMock({ port: 0 })
  onTestFinished(() => mock.close())
  const { room, file, folder } = rooms()
  const json = join(room, 'new.json')
  // Looks as if it could be made, until the report before it is there.
  const below = join(json, 'below.html')
  const reports = ['json', 'html', 'junit'].flatMap((kind, place) => [
    '--report',
    `${kind}=${[json, below, file][place]}`,
  ])
  const args = ['--area', 'tokens', '--requests', '30', '--seed', '1']
  const verified = await understudy('verify', mock.url, ...args, ...reports)
  expect(verified.err).toMatch(new RegExp(`Cannot write ${below}: .+\\.\n$`))
  expect(verified.out).toMatch(
    new RegExp(`wrote ${json}\nwrote ${file}\nconforms, as far [^]+\nagain: understudy verify .+\n$`),
  )
  expect(verified.code).toBe(2)
  expect(readFileSync(file, 'utf8')).toContain('<testsuites')

  const again = join(folder, 'again.json')
  const merged = await understudy('merge', json, '--report', `json=${again}`, '--report', `html=${again}/below.html`)
  expect(merged).toMatchObject({
    code: 2,
    out: expect.stringContaining('conforms, as far'),
    err: expect.stringMatching(/^Cannot write /),
  })
})

test('replay prints its totals also where its report cannot be written at the end', async () => {
  const { room } = rooms()
  const xml = join(room, 'new.xml')
  const { code, out, err } = await understudy('replay', SCENARIO, '--report', `junit=${xml}`, `junit=${xml}/below.xml`)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^Cannot write .+below\.xml: /) })
  expect(out).toContain('1 passed')
})

test('watch and judge print their summary also where a report cannot be written at the end', async () => {
  const { file } = rooms()
  const mock = await createMock({ port: 0 })
  onTestFinished(() => mock.close())
  const { report } = await verify({ url: mock.url, areas: ['tokens'], maxRequests: 30, seed: 1 })
  const out: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0)
  onTestFinished(() => write.mockRestore())
  const telling = { baseline: undefined, strict: false, json: false, callers: 1, strangers: 0 }
  const path = join(file, 'below.html')
  expect(() => tellReport(report, { ...telling, report: [{ kind: 'html', path }] })).toThrow(`Cannot write ${path}: `)
  expect(out.join('')).toMatch(/0 failures, 0 warnings.*1 caller, identified/s)
})

describe('looking beforehand', () => {
  test('touches nothing: no folder is made, no file emptied', () => {
    const { room, file } = rooms()
    expectWritable(file)
    expectWritable(join(room, 'a', 'b', 'report.html'))
    expectWritableFolder(join(room, 'failures'))
    expect(readFileSync(file, 'utf8')).toBe('as it was')
    expect(readdirSync(room).sort()).toEqual(['file', 'folder'])
  })

  test('a name that ends like a folder is one', () => {
    const { room } = rooms()
    expect(() => expectWritable(`${room}/new/`)).toThrow(new UsageError(`Cannot write ${room}/new/: it is a folder.`))
  })

  // Nothing is forbidden to root.
  test.skipIf(process.getuid?.() === 0)('a folder or a file that may not be written', () => {
    const { folder, file } = rooms()
    chmodSync(file, 0o444)
    chmodSync(folder, 0o555)
    expect(() => expectWritable(file)).toThrow(/^Cannot write .*permission denied/)
    expect(() => expectWritable(join(folder, 'new'))).toThrow(/^Cannot write .*permission denied/)
    expect(() => expectWritableFolder(folder)).toThrow(/^Cannot write .*permission denied/)
  })
})
