import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { SEEDS } from '../../../../src/model/seeds/seeds.ts'
import { createMock, type MockOptions } from '../../../../stateful-mock/create-mock.ts'
import { openDataFile } from '../../../../stateful-mock/node/data-file/data-file.ts'
import { openSqliteFile } from '../../../../stateful-mock/node/data-file/sqlite-file.ts'
import { makeNodeMock } from '../../../../stateful-mock/node/node-mock.ts'
import { nodePlatform } from '../../../../stateful-mock/node/node-platform.ts'
import { understudy } from '../../../support/command.ts'
import { NINE, profileWith } from '../../support.ts'

const SERVICES = '/api/v1/uptime/services'
const AS = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'understudy-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A mock on a data file; whatever a test asks of it is asked without a socket. */
async function on(data: string, options: MockOptions = {}) {
  const notices: string[] = []
  const mock = await createMock({
    seed: 'small',
    clock: { frozenAt: NINE },
    data,
    onNotice: (notice) => notices.push(notice),
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await mock.close()
    open = false
  }
  onTestFinished(close)
  const ask = async (method: string, path: string, json?: unknown) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const answer = await mock.fetch(path, { method, headers: AS, ...body })
    const text = await answer.text()
    return text === '' ? answer.status : JSON.parse(text)
  }
  const add = (name: string, sandbox = 'default') => ask('POST', `/sandboxes/${sandbox}${SERVICES}`, { name })
  const names = async (sandbox = 'default'): Promise<string[]> =>
    (await ask('GET', `/sandboxes/${sandbox}${SERVICES}`)).services.map(({ name }: { name: string }) => name).toSorted()
  return {
    mock,
    notices,
    close,
    ask,
    add,
    names,
    world: (sandbox = 'default') => ask('GET', `/sandboxes/${sandbox}/_understudy/world`),
  }
}

test('every sandbox goes on where it was: world, clock, gaps, journal, marks', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file)
  await first.add('one')
  await first.add('two', 'mine')
  await first.ask('POST', '/sandboxes/mine/_understudy/journal/marks', { name: 'here', note: 'two' })
  await first.ask('PUT', '/sandboxes/mine/_understudy/gaps/general.unknown-path-status', { value: 400 })
  await first.ask('POST', '/sandboxes/mine/_understudy/clock/advance', { by: 'P1D' })
  await first.ask('POST', '/_understudy/sandboxes/mine/fork', { name: 'branch' })
  await first.add('three', 'branch')
  await first.ask('POST', '/_understudy/sandboxes', { name: 'gone' })
  await first.ask('DELETE', '/_understudy/sandboxes/gone')
  const before = [await first.world(), await first.world('mine'), await first.world('branch')]
  const { sandboxes } = await first.ask('GET', '/_understudy/sandboxes')
  await first.close()

  const second = await on(file)
  expect([await second.world(), await second.world('mine'), await second.world('branch')]).toEqual(before)
  const shown = ({ lastUsedAt: _, ...rest }: { lastUsedAt: string }) => rest
  expect((await second.ask('GET', '/_understudy/sandboxes')).sandboxes.map(shown)).toEqual(sandboxes.map(shown))
  expect(await second.ask('GET', '/sandboxes/mine/_understudy/journal/marks')).toEqual({
    marks: [{ name: 'here', entry: 1, note: 'two' }],
  })
  await second.ask('POST', '/sandboxes/mine/_understudy/journal/undo', { toMark: 'here' })
  await second.ask('POST', '/_understudy/sandboxes/branch/reset')
  expect([await second.names('mine'), await second.names('branch')]).toEqual([['two'], ['two']])
  await second.ask('POST', '/_understudy/reset', {})
  await second.add('anew')
  await second.close()

  const third = await on(file)
  expect([await third.names(), await third.names('mine'), await third.names('branch')]).toEqual([
    ['anew'],
    ['two'],
    ['two'],
  ])
  expect(third.notices).toEqual([])
})

test('a world that was imported is kept, and a reset comes back to it', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file)
  await first.add('imported')
  const world = await first.world()
  await first.add('not in it')
  await first.ask('PUT', '/_understudy/world', world)
  await first.close()
  const second = await on(file)
  await second.add('later')
  await second.ask('POST', '/_understudy/reset', {})
  expect(await second.names()).toEqual(['imported'])
  expect(await second.ask('GET', '/_understudy/sandboxes/default')).toMatchObject({ from: { world: 'imported' } })
})

test('a world in the file never turns into another one', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file, { seed: 'empty' })
  await first.ask('POST', '/_understudy/sandboxes', { name: 'a', from: { seed: 'small' } })
  const small = await first.names('a')
  await first.ask('DELETE', '/_understudy/sandboxes/a')
  await first.ask('POST', '/_understudy/sandboxes', { name: 'b', from: { seed: 'small' } })
  await first.add('imported', 'b')
  const world = await first.world('b')
  await first.ask('DELETE', '/_understudy/sandboxes/b')
  await first.ask('PUT', '/sandboxes/c/_understudy/world', world)
  await first.ask('POST', '/_understudy/sandboxes', { name: 'd', from: { seed: 'small' } })
  await first.close()
  const second = await on(file, { seed: 'empty' })
  expect([await second.names('c'), await second.names('d')]).toEqual([['imported'], small])
})

test('what a snapshot is taken before is replayed on top of it', async () => {
  const file = join(folder(), 'worlds.db')
  const first = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE }, data: file })
  onTestFinished(() => first.close())
  const { holder } = first.sandboxes.defaultSandbox
  for (let count = 1; count < 10_000; count++) holder.setGap('general.unknown-path-status', 400 + (count % 5))
  holder.setGap('general.allow-header', false)
  const { gaps } = holder.state
  for (const ending of ['', '-wal', '-last']) copyFileSync(file + ending, `${file}.then${ending}`)
  const again = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE }, data: `${file}.then` })
  onTestFinished(() => again.close())
  expect(again.sandboxes.defaultSandbox.holder.state.gaps).toEqual(gaps)
})

test('a fork shares what was written before it, whatever becomes of either', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file)
  for (const name of ['1', '2', '3']) await first.add(name, 'trunk')
  await first.ask('POST', '/_understudy/sandboxes/trunk/fork', { name: 'branch' })
  await first.ask('POST', '/_understudy/sandboxes/branch/fork', { name: 'twig', entry: 2 })
  await first.add('b4', 'branch')
  await first.add('t3', 'twig')
  await first.ask('POST', '/sandboxes/trunk/_understudy/journal/undo', { toEntry: 1 })
  await first.add('other 2', 'trunk')
  await first.close()
  const database = new DatabaseSync(file, { readOnly: true })
  expect(database.prepare('SELECT count(*) AS entries FROM entry').get()).toEqual({ entries: 6 })
  database.close()
  const second = await on(file)
  const journals = async (mock: typeof second) =>
    Promise.all(['trunk', 'branch', 'twig'].map(async (name) => [name, await mock.names(name)]))
  const expected = [
    ['trunk', ['1', 'other 2']],
    ['branch', ['1', '2', '3', 'b4']],
    ['twig', ['1', '2', 't3']],
  ]
  expect(await journals(second)).toEqual(expected)
  await second.ask('DELETE', '/_understudy/sandboxes/trunk')
  await second.ask('POST', '/sandboxes/twig/_understudy/journal/undo', { toEntry: 1 })
  await second.close()
  const third = await on(file)
  expect(await journals(third)).toEqual([['trunk', []], expected[1], ['twig', ['1']]])
})

test('two mocks on copies of one file are the same, and answer the same', async () => {
  const place = folder()
  const first = await on(join(place, 'a.db'))
  for (let count = 0; count < 300; count++) await first.add(`service ${count}`)
  await first.ask('POST', '/_understudy/clock/advance', { by: 'P2D' })
  await first.close()
  copyFileSync(join(place, 'a.db'), join(place, 'b.db'))
  const [a, b] = [await on(join(place, 'a.db')), await on(join(place, 'b.db'))]
  expect(await a.world()).toEqual(await b.world())
  expect(await a.add('next')).toEqual(await b.add('next'))
})

test('a snapshot bounds what is replayed', async () => {
  const file = join(folder(), 'worlds.db')
  const first = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE }, data: file })
  const { holder } = first.sandboxes.defaultSandbox
  for (let count = 0; count < 10_050; count++) holder.setGap('general.unknown-path-status', 400 + (count % 5))
  const { state } = holder
  // Without the last one, which an orderly end takes.
  const look = () => {
    const database = new DatabaseSync(file, { readOnly: true })
    const found = [
      database.prepare('SELECT entry FROM snapshot').get(),
      database.prepare('SELECT count(*) AS entries, max(number) AS last FROM entry').get(),
      database.prepare('SELECT sum(last - first + 1) AS packed FROM packed').get(),
    ]
    database.close()
    return found
  }
  copyFileSync(file, `${file}.then`)
  copyFileSync(`${file}-wal`, `${file}.then-wal`)
  first.close()
  expect(look()).toEqual([{ entry: 10_050 }, { entries: 66, last: 10_050 }, { packed: 9_984 }])
  const then = new DatabaseSync(`${file}.then`)
  expect(then.prepare('SELECT entry FROM snapshot').get()).toEqual({ entry: 9_999 })
  then.close()
  for (const name of [file, `${file}.then`]) {
    const again = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE }, data: name })
    onTestFinished(() => again.close())
    expect(again.sandboxes.defaultSandbox.holder.entries).toBe(10_050)
    expect(again.sandboxes.defaultSandbox.holder.state.gaps).toEqual(state.gaps)
  }
})

test('a file of the form before, without packed entries, is brought up to date', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file)
  await first.add('one')
  await first.close()
  const { database, rows, close } = openSqliteFile(file)
  rows.transaction(() => {
    rows.remove('meta', "key = 'format'")
    rows.insert('meta', ['format', '2'])
  })
  database.exec('DROP TABLE packed')
  close()
  const second = await on(file)
  await second.add('two')
  await second.close()
  expect(await (await on(file)).names()).toEqual(['one', 'two'])
})

test('under another profile the journal is replayed as it was written, and goes on under the new one', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file, { profile: profileWith({ 'general.unknown-path-status': 400 }) })
  await first.add('one')
  const { state } = await first.world()
  await first.close()
  const second = await on(file)
  expect((await second.world()).state).toEqual(state)
  expect((await second.mock.fetch('/nothing')).status).toBe(404)
  expect(await second.ask('GET', '/_understudy/journal/entries')).toEqual({ entries: [], last: 0 })
})

test('another version goes on from the latest snapshot, says so, and leaves a copy', async () => {
  const place = folder()
  const file = join(place, 'worlds.db')
  const first = await on(file, { version: '1.0.0' })
  await first.add('in the snapshot')
  await first.close()
  const second = await on(file, { version: '2.0.0' })
  expect(await second.names()).toEqual(['in the snapshot'])
  expect(second.notices).toEqual([
    `${file} was written by another version; its worlds continue from their latest snapshots. A copy is in ${file}.1-1.0.0.`,
  ])
  expect(await second.ask('GET', '/_understudy/journal/entries')).toEqual({ entries: [], last: 0 })
  await second.add('later')
  await second.close()
  expect(readdirSync(place).toSorted()).toEqual(['worlds.db', 'worlds.db.1-1.0.0'])
  const third = await on(file, { version: '2.0.0' })
  expect([await third.names(), third.notices]).toEqual([['in the snapshot', 'later'], []])
})

test('another version says how many changes no snapshot has, after a kill', async () => {
  const place = folder()
  const [file, killed] = [join(place, 'worlds.db'), join(place, 'killed.db')]
  const first = await on(file, { version: '1.0.0' })
  await first.add('one')
  await first.add('two')
  for (const part of ['', '-wal', '-last']) copyFileSync(file + part, killed + part)
  const second = await on(killed, { version: '2.0.0' })
  expect(second.notices).toEqual([
    `${killed} was written by another version; its worlds continue from their latest snapshots, without the last 2 changes. A copy is in ${killed}.1-1.0.0.`,
  ])
  const copy = await on(`${killed}.1-1.0.0`, { version: '1.0.0' })
  expect([await copy.names(), copy.notices]).toEqual([['one', 'two'], []])
})

test('a start that is cut short takes nothing over: the file stays that of the version or the gaps before', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file, { version: '1.0.0' })
  await first.add('one')
  await first.close()
  const { contract } = makeNodeMock({ seed: 'small', profile: profileWith({ 'general.etag': 'strong' }) })
  for (const version of ['1.0.0', '2.0.0']) {
    const opened = openDataFile(file, nodePlatform.compression)
    const options = { contract, version, file, compression: nodePlatform.compression, historyBytes: 1e6 }
    expect(
      opened.restore({ ...options, realNow: Date.now, seed: SEEDS[0], onNotice: () => {} }).sandboxes,
    ).toHaveLength(1)
    opened.close()
  }
  const again = await on(file, { version: '1.0.0' })
  expect([await again.names(), again.notices]).toEqual([['one'], []])
  expect(await again.ask('GET', '/_understudy/journal/entries')).toMatchObject({ last: 1 })
})

test('a file in use is not shared', async () => {
  const file = join(folder(), 'worlds.db')
  const first = await on(file)
  await first.add('one')
  const { code, err, out } = await understudy('serve', '--port', '0', '--data', file)
  expect([code, err, out]).toEqual([2, `${file} is in use by another mock; stop that one or give another file.\n`, ''])
  expect(await first.names()).toEqual(['one'])
})

test('a damaged file, or one of something else, is left as it is', async () => {
  const place = folder()
  const file = join(place, 'worlds.db')
  const first = await on(file)
  for (let count = 0; count < 200; count++) await first.add(`service ${count}`)
  await first.close()
  const whole = readFileSync(file)
  const torn = Buffer.from(whole)
  torn.fill(0xa5, 4096, torn.length - 2000)
  const foreign = join(place, 'foreign.db')
  const other = new DatabaseSync(foreign)
  other.exec('CREATE TABLE theirs (id INTEGER)')
  other.close()
  const cases: [string, Buffer, string][] = [
    [
      join(place, 'torn.db'),
      torn,
      'is damaged and was not changed; use another file with --data, or an intact copy of this one.',
    ],
    [
      join(place, 'short.db'),
      whole.subarray(0, 9000),
      'is damaged and was not changed; use another file with --data, or an intact copy of this one.',
    ],
    [
      join(place, 'text.db'),
      Buffer.from('{ "this is": "not a database" }'),
      'is not a data file of a mock; it was not changed.',
    ],
    [foreign, readFileSync(foreign), 'is a database of another program.'],
  ]
  for (const [name, bytes, sentence] of cases) {
    writeFileSync(name, bytes)
    const { code, err, out } = await understudy('serve', '--port', '0', '--data', name)
    expect([code, err, out]).toEqual([2, `${name} ${sentence}\n`, ''])
    expect(readFileSync(name).equals(bytes)).toBe(true)
  }
  const { code, err } = await understudy('serve', '--port', '0', '--data', join(place, 'no/such/folder.db'))
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be opened for writing')])
})

test.each([
  [['--data', ''], '"" is not a file; --data needs the path of one.'],
  [['--data', ':memory:'], '":memory:" is not a file; --data needs the path of one.'],
  [['--sandboxes', '0'], '0 is not a valid number of sandboxes; use 1 to 999999.'],
  [['--sandbox-idle', 'soon'], 'soon is not a valid number of minutes; use 1 to 999999.'],
  [['--data', 'x.db', '--scenario', 'opens-as-open'], '--scenario and --data cannot be used together.'],
])('%j is wrong usage', async (args, sentence) => {
  const { code, err } = await understudy('serve', '--port', '0', ...args)
  expect([code, err]).toEqual([2, `${sentence}\n`])
})

test('nobody but its owner may read a data file and what is kept beside it', async () => {
  const data = join(folder(), 'worlds.db')
  const { ask } = await on(data)
  await ask('POST', SERVICES, { name: 'any' })
  const modes = ['', '-wal', '-last'].map((part) => statSync(data + part).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})
