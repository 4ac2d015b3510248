import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.mock.reset())
afterAll(() => stage.leave())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

test('what happened since the start is shown side by side, thing by thing', async () => {
  const { page, open, mock } = stage
  await open('compare')
  await page.getByText('No differences').waitFor()
  const { incidents } = (await told(mock, 'GET', '/api/v1/oncall/incidents', 'owner')).body
  const { id } = incidents.find(({ status }: { status: string }) => status === 'open')
  await told(mock, 'POST', `/api/v1/oncall/incidents/${id}/acknowledge`, 'owner')
  const line = lineAbout(page, id)
  await line.waitFor()
  const status = line.getByRole('row').filter({ hasText: 'Status' })
  expect(await status.getByRole('cell').allTextContents()).toEqual(['open', 'acknowledged'])
  await page.getByRole('searchbox').fill('teapot')
  await page.getByText('No difference matches').waitFor()
  // By what is written there, not only by ids.
  await page
    .getByRole('searchbox')
    .fill((await told(mock, 'GET', `/api/v1/oncall/incidents/${id}`, 'owner')).body.title)
  await line.waitFor()
  await page.getByRole('searchbox').fill('on-call incident')
  await line.waitFor()
})

test('a fork is compared with where it came from', async () => {
  const { page, open, mock } = stage
  await told(mock, 'POST', '/_understudy/sandboxes/default/fork', undefined, { name: 'aside' })
  const { id } = (await told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name: 'Only here' })).body
  await open('compare?fromSandbox=aside')
  const line = lineAbout(page, id)
  await line.waitFor()
  expect(await line.textContent()).toContain('created')
  await told(mock, 'DELETE', '/_understudy/sandboxes/aside')
})

/** A thing is shown by its name, and linked to by its id. */
const lineAbout = (page: Page, id: string) =>
  page.locator('.differences > li').filter({ has: page.locator(`a[href*="${id}"]`) })
