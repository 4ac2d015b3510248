import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { dataFileIn } from '../../../stateful-mock/node/data-file/data-file.ts'
import { openSqliteFile, type SqliteFile } from '../../../stateful-mock/node/data-file/sqlite-file.ts'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import { listen } from '../../../stateful-mock/node/socket/listen.ts'
import type { OpenDataFile } from '../../../stateful-mock/sandboxes/sandbox-store.ts'
import { answerRequest } from '../../../stateful-mock/server/answer-request.ts'
import { bodyLimitOf } from '../../../stateful-mock/server/body-limit.ts'
import { makeMock } from '../../../stateful-mock/server/make-mock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { NINE } from '../support.ts'
import { openStage, type Stage, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.leave())
beforeEach(() => stage.mock.reset())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

test('a fault that is armed shows in the header and where it strikes, and is switched off there', async () => {
  const { page, open, mock } = stage
  const where = { operation: 'listMonitors' }
  await told(mock, 'POST', '/_understudy/faults', undefined, { where, status: 503 })
  await told(mock, 'POST', '/_understudy/faults', undefined, { where: { area: 'email' }, latency: { ms: 10 } })
  await open('areas/uptime/UptimeMonitor')
  await page.getByRole('link', { name: '2 faults armed' }).waitFor()
  const banner = page.locator('.fault-banner')
  expect(await banner.textContent()).toContain('listMonitors answers 503')
  expect(await banner.textContent()).not.toContain('email')
  await page.getByRole('link', { name: 'Home page' }).waitFor()

  await banner.getByRole('button', { name: 'Disarm the fault of listMonitors' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '1 fault armed' }).waitFor()
  await open('areas/clusters')
  expect(await banner.count()).toBe(0)
  await page.getByRole('button', { name: 'Disarm all faults' }).click()
  await page.locator('.fault-badge').waitFor({ state: 'detached' })
  expect((await told(mock, 'GET', '/_understudy/faults')).body).toEqual({ faults: [] })
})

test('the console comes back by itself after the mock was restarted', async () => {
  const { page } = stage
  const options = { seed: 'acme', clock: { frozenAt: NINE } } as const
  const first = await createMock(options)
  const port = Number(new URL(first.url).port)
  await page.goto(`${first.url}/#/areas/uptime/UptimeService`)
  await page.getByRole('link', { name: 'Storefront' }).waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  await first.close()
  await page.getByText('The mock is not responding.').waitFor()

  const second = await createMock({ ...options, port })
  await told(second, 'POST', '/api/v1/uptime/services', 'owner', { name: 'After the restart' })
  await page.getByRole('link', { name: 'After the restart' }).waitFor()
  // A page may have read the new service a moment before its connection is live again.
  await expect.poll(() => page.locator('.link-state').textContent()).toBe('live')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await second.close()
  await page.goto('about:blank')
})

/** A mock over HTTP whose disk can be told to fail. */
async function onBadDisk() {
  const data = join(temporaryFolder(), 'worlds.db')
  let file: SqliteFile | undefined
  const openDataFile: OpenDataFile = (path) => {
    file = openSqliteFile(path)
    return dataFileIn(file, nodePlatform.compression)
  }
  const mock = makeMock({ seed: 'small', clock: { frozenAt: NINE }, data }, nodePlatform, { openDataFile })
  const place = { host: '127.0.0.1', port: 0, latencyMs: 0, bodyLimit: bodyLimitOf(mock) }
  const { url, close } = await listen((request) => answerRequest(mock, request).answer, place)
  onTestFinished(async () => {
    await mock.stopBackground()
    await close()
    mock.close()
  })
  return { url, set: (pragma: string) => file?.database.exec(`PRAGMA ${pragma}`) }
}

test('while nothing can be stored the console says so, from the first refusal until it can again', async () => {
  const { page } = stage
  const { url, set } = await onBadDisk()
  const write = async (name: string) => {
    const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name })
    return (await fetch(`${url}/api/v1/uptime/services`, { method: 'POST', headers, body })).status
  }
  await page.goto(`${url}/#/areas/uptime/UptimeService`)
  await page.getByText('live', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  set('query_only = on')
  expect(await write('meanwhile')).toBe(503)
  const banner = page.getByRole('alert').filter({ hasText: 'Changes cannot be saved.' })
  await banner.waitFor()
  expect(await banner.textContent()).toContain('refuses every change with 503')
  expect(await banner.textContent()).toContain('attempt to write a readonly database')
  await page.reload()
  await banner.waitFor()
  set('query_only = off')
  expect(await write('afterwards')).toBe(201)
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'afterwards' }).waitFor()
  await page.goto('about:blank')
})

test('a page that failed while the mock was away is loaded again', async () => {
  const { page } = stage
  const options = { seed: 'acme', clock: { frozenAt: NINE } } as const
  const first = await createMock(options)
  const port = Number(new URL(first.url).port)
  await page.goto(`${first.url}/#/overview`)
  await page.locator('.area-cards').waitFor()
  await first.close()
  await page.goto(`${first.url}/#/gaps`)
  await page.getByText('Is it still running?').waitFor()
  const second = await createMock({ ...options, port })
  await page.getByRole('grid', { name: 'Gaps' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await second.close()
  await page.goto('about:blank')
})

test('a sandbox that is not there is an error, and is made only on demand', async () => {
  const { page, open, mock } = stage
  const sandboxes = async () =>
    (await told(mock, 'GET', '/_understudy/sandboxes')).body.sandboxes.map(({ name }: { name: string }) => name)
  await open('overview?sandbox=mistyped')
  await page.getByText('There is no sandbox named mistyped').waitFor()
  expect(await sandboxes()).toEqual(['default'])
  await page.getByRole('button', { name: 'Go to the default sandbox' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goBack()

  await open('overview?sandbox=wanted')
  await page.getByRole('button', { name: 'Create wanted' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect((await sandboxes()).sort()).toEqual(['default', 'wanted'])
  await told(mock, 'DELETE', '/_understudy/sandboxes/wanted')
})
