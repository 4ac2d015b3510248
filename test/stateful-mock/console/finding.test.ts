import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { found } from '../../../stateful-mock/console/palette/found.ts'
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

test('what begins with the words comes before what holds them', () => {
  const items = ['Remonitor', 'A monitor', 'Monitor list', 'Monitor'].map((title) => ({ kind: 'Page', title }))
  const titles = (text: string) => found(items, text).map(({ title }) => title)
  expect(titles('monitor')).toEqual(['Monitor', 'Monitor list', 'A monitor', 'Remonitor'])
  expect(titles('list mon')).toEqual(['Monitor list'])
  expect(titles('teapot')).toEqual([])
  expect(titles('')).toEqual(['Remonitor', 'A monitor', 'Monitor list', 'Monitor'])
})

test('Ctrl-K finds a thing by its name or id, a page, an operation, an event and a scenario', async () => {
  const { page, open, mock } = stage
  const { monitors } = (await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).body
  await open('overview')
  const go = async (text: string, heading: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find anything' }).fill(text)
    await page.locator('.found [aria-selected="true"]').waitFor()
    await expect
      .poll(() => page.locator('.found > div').first().textContent())
      .toMatch(new RegExp(text.split(' ')[0] ?? '', 'i'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }
  await go(monitors[0].name, new RegExp(`^${monitors[0].name}`))
  await go(monitors[1].id, new RegExp(`^${monitors[1].name}`))
  await go('Webhooks', 'Webhooks')
  await go('createMonitor', 'Create a monitor')
  await go('alertFires', /alert/i)
  await go('node-skew-blocks', /upgrade|skew|node/i)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('teapot')
  await page.getByText('No match.').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the keyboard alone: / to search, an arrow into the list, Enter to open, back to where one was', async () => {
  const { page, open } = stage
  await open('areas/uptime/UptimeMonitor')
  await page.getByRole('grid', { name: 'Monitors' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('che')
  const rows = page.getByRole('grid', { name: 'Monitors' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Checkout/ }).waitFor()
  expect(await page.getByRole('navigation').locator('[aria-current="page"]').textContent()).toBe('Uptime')
  await page.goBack()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('che')
})

test('what is open in a dialog or beside a list has an address of its own, and the way back closes it', async () => {
  const { page, open, mock } = stage
  await open('gaps?gap=oncall.repeat-acknowledge')
  await page.getByRole('dialog', { name: 'oncall.repeat-acknowledge' }).waitFor()
  await open('gaps?find=oncall.repeat-acknowledge')
  await page.getByRole('button', { name: 'oncall.repeat-acknowledge' }).click()
  await page.getByRole('dialog').waitFor()
  expect(page.url()).toContain('gap=oncall.repeat-acknowledge')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await told(mock, 'GET', '/api/v1/clusters', 'owner')
  await open('requests')
  await page.getByRole('link', { name: 'listClusters' }).click()
  await page.getByRole('button', { name: 'Response' }).click()
  await page.goto('about:blank')
  await page.goBack()
  await page.getByRole('region', { name: 'Response body' }).waitFor()
})
