import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFileIn } from '../../../stateful-mock/node/data-file/data-file.ts'
import { openSqliteFile, type SqliteFile } from '../../../stateful-mock/node/data-file/sqlite-file.ts'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import type { SandboxEvent } from '../../../stateful-mock/sandboxes/event-bus.ts'
import type { Mock } from '../../../stateful-mock/sandboxes/mock.ts'
import type { OpenDataFile } from '../../../stateful-mock/sandboxes/sandbox-store.ts'
import { answerRequest } from '../../../stateful-mock/server/answer-request.ts'
import { makeMock } from '../../../stateful-mock/server/make-mock.ts'
import type { MockOptions } from '../../../stateful-mock/server/mock-options.ts'
import { NINE } from '../support.ts'

const START = { seed: 'small', clock: { frozenAt: NINE } } as const
const SERVICES = '/api/v1/uptime/services'

async function ask(mock: Mock, method: string, target: string, json?: unknown) {
  const headers = { host: 'localhost', authorization: 'Bearer owner', 'content-type': 'application/json' }
  const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json))
  const fault = (error: unknown) => {
    throw error
  }
  const { status, body: text } = await answerRequest(mock, { method, target, headers, body }, fault).answer
  return { status, ...(text && JSON.parse(text)) }
}

/** A mock whose disk can be told to fail. */
function onBadDisk(more: Partial<MockOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'worlds.db')
  const notices: string[] = []
  let file: SqliteFile | undefined
  const openDataFile: OpenDataFile = (path) => {
    file = openSqliteFile(path)
    return dataFileIn(file, nodePlatform.compression)
  }
  const options = { ...START, data, onNotice: (notice: string) => void notices.push(notice), ...more }
  const mock = makeMock(options, nodePlatform, { openDataFile })
  void mock.sandboxes.defaultSandbox
  return { mock, data, notices, set: (pragma: string) => file?.database.exec(`PRAGMA ${pragma}`) }
}

const names = async (mock: Mock, sandbox = 'default') =>
  (await ask(mock, 'GET', `/sandboxes/${sandbox}${SERVICES}`)).services.map(({ name }: { name: string }) => name)

const REFUSED = { status: 503, error: expect.stringContaining('nothing was changed, since the data file cannot be') }
const WHY = 'attempt to write a readonly database'

test('while nothing can be kept every change is refused and none is half made; afterwards all goes on', async () => {
  const { mock, data, notices, set } = onBadDisk()
  const seen: SandboxEvent[] = []
  mock.eventBus.subscribe((event) => seen.push(event))
  expect((await ask(mock, 'POST', SERVICES, { name: 'before' })).status).toBe(201)
  await ask(mock, 'POST', '/_understudy/sandboxes', { name: 'other' })
  set('query_only = on')
  for (const [method, path, body] of [
    ['POST', '/_understudy/reset', {}],
    ['POST', '/_understudy/sandboxes', { name: 'new' }],
    ['POST', '/_understudy/sandboxes/other/fork', { name: 'fork' }],
    ['GET', `/sandboxes/unheard-of${SERVICES}`, undefined],
    ['DELETE', '/_understudy/sandboxes/other', undefined],
    ['POST', '/_understudy/journal/undo', { entries: 1 }],
    ['POST', '/_understudy/journal/marks', { name: 'here' }],
    ['POST', SERVICES, { name: 'meanwhile' }],
  ] as const)
    expect(await ask(mock, method, path, body), path).toEqual(REFUSED)
  expect(await names(mock)).toEqual(['before'])
  expect((await ask(mock, 'GET', '/_understudy/sandboxes')).sandboxes).toHaveLength(2)
  expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ storageFailure: WHY })

  set('query_only = off')
  expect((await ask(mock, 'POST', SERVICES, { name: 'after' })).status).toBe(201)
  expect(await ask(mock, 'GET', '/_understudy/health')).not.toHaveProperty('storageFailure')
  expect(notices).toEqual([
    `${data} cannot be written (${WHY}); every change is refused with 503 until it can.`,
    `${data} can be written again; changes are accepted again.`,
  ])
  expect(seen.filter(({ kind }) => kind === 'storage').map(({ detail }) => detail)).toEqual([
    { failure: WHY },
    { failure: undefined },
  ])
  mock.close()
  const again = makeNodeMock({ ...START, data })
  onTestFinished(() => again.close())
  expect(await names(again)).toEqual(['before', 'after'])
})

test('a disk that is full loses nothing of what was answered', async () => {
  const { mock, data, set } = onBadDisk()
  set('max_page_count = 1')
  const answered: string[] = []
  for (let full = false; !full; ) {
    const name = `${answered.length} ${'x'.repeat(200)}`
    const answer = await ask(mock, 'POST', SERVICES, { name })
    if (answer.status === 201) answered.push(name)
    else full = true
  }
  expect(await ask(mock, 'POST', '/_understudy/clock/advance', { by: 'P30D' })).toEqual(REFUSED)
  mock.close()
  const again = makeNodeMock({ ...START, data })
  onTestFinished(() => again.close())
  expect((await names(again)).toSorted()).toEqual(answered.toSorted())
})

test('what falls due while nothing can be kept waits; whoever reads meanwhile is answered', async () => {
  let nowMs = Date.parse(NINE)
  const { mock, set } = onBadDisk({ seed: 'acme', clock: 'real', realNow: () => nowMs })
  const { nextDueMs, entries } = mock.sandboxes.defaultSandbox.holder
  expect(nextDueMs).toBeLessThan(Number.POSITIVE_INFINITY)
  set('query_only = on')
  nowMs = nextDueMs + 60_000
  for (const path of [SERVICES, '/_understudy/clock']) expect((await ask(mock, 'GET', path)).status).toBe(200)
  expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ storageFailure: WHY })
  expect(mock.sandboxes.defaultSandbox.holder.entries).toBe(entries)

  set('query_only = off')
  nowMs += 60_000
  expect((await ask(mock, 'GET', SERVICES)).status).toBe(200)
  expect(mock.sandboxes.defaultSandbox.holder.entries).toBeGreaterThan(entries)
  expect(await ask(mock, 'GET', '/_understudy/health')).not.toHaveProperty('storageFailure')
  await mock.stopBackground()
  mock.close()
})
