import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../support/command.ts'
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

test('every pattern of an input is one that browsers take; with any other they check nothing', () => {
  const folder = join(ROOT, 'stateful-mock/console')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const patterns = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/pattern="([^"]+)"/g)].map(([, pattern = '']) => pattern),
  )
  expect(patterns.length).toBeGreaterThan(1)
  for (const pattern of patterns) expect(() => new RegExp(`^(?:${pattern})$`, 'v')).not.toThrow()
})

test('a name that is none is refused by the browser, before anything is sent', async () => {
  const { page, open, mock } = stage
  await told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name: 'one' })
  await open('time')
  await page.getByRole('button', { name: 'Save all as scenario' }).click()
  const name = page.getByLabel('Name')
  await name.fill('Not A Name')
  expect(await name.evaluate((input) => input.matches(':invalid'))).toBe(true)
  await name.fill('a-name')
  expect(await name.evaluate((input) => input.matches(':invalid'))).toBe(false)
})

test('a form starts from things of this world', async () => {
  const { page, open, mock } = stage
  const { monitors } = (await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).body
  await open('try/updateMonitor')
  await expect.poll(() => page.getByLabel('ID', { exact: true }).inputValue()).toBe(monitors[0].id)
  await page.getByText('Would be accepted').waitFor()
  // A thing inside another, found by way of its parent.
  await open('try/deleteNode')
  await page.getByText('Would be accepted').waitFor()
  await open('try/createEscalationPolicy')
  await page.getByText('Would be accepted').waitFor()
})

test('a form for something new starts with a name that is free, and with nothing that is not there', async () => {
  const { page, open } = stage
  for (const operation of ['createDomain', 'createRoute', 'createToken']) {
    await open(`try/${operation}`)
    await page.getByText('Would be accepted').waitFor()
  }
  await open('areas/clusters')
  const dialog = page.getByRole('dialog')
  for (const name of ['shop-staging', 'shop-staging-2']) {
    await page.getByRole('button', { name: 'Create a cluster' }).click()
    await expect.poll(() => dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
    await dialog.getByRole('button', { name: /^Send as / }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})

test('the way to send a long form is in view, and nothing stands out of a dialog', async () => {
  const { page, open } = stage
  await open('areas/clusters')
  await page.getByRole('button', { name: 'Create a cluster' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: /^Send as / })
  await send.waitFor()
  expect(await dialog.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  const [{ y = 0, height = 0 }, box] = [(await send.boundingBox()) ?? {}, await dialog.boundingBox()]
  expect(y + height).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))
  await open('gaps?gap=clusters.phase-names')
  await dialog.getByLabel('Value').waitFor()
  expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
})

test('a form that is done closes and says so with the way back; a field is added with its present value', async () => {
  const { page, open, mock } = stage
  const { monitors } = (await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).body
  const [{ id, name, intervalSeconds }] = monitors
  await open(`things/UptimeMonitor/${id}`)
  await page.getByRole('button', { name: 'Update monitor…' }).click()
  const dialog = page.getByRole('dialog')
  const firstField = dialog.getByRole('button', { name: 'Interval (s)' })
  const before = await firstField.boundingBox()
  await dialog.getByText('Would be accepted').waitFor()
  expect(await firstField.boundingBox()).toEqual(before)
  await firstField.click()
  expect(await dialog.getByLabel('Interval (s)').inputValue()).toBe(String(intervalSeconds))
  await dialog.getByRole('button', { name: 'Name', exact: true }).click()
  expect(await dialog.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe(name)
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Front page')
  await dialog.getByRole('button', { name: 'Send as Ada' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: /^Front page/ }).waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor()
})

test('an answer with a secret that shows once stays until it is closed', async () => {
  const { page, open } = stage
  await open('areas/uptime')
  await page.getByRole('link', { name: 'Export tokens' }).click()
  await page.locator('.tools .button.primary').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send as Ada' }).click()
  await dialog.locator('.answer').waitFor()
  expect(await dialog.locator('.answer').textContent()).toContain('201')
  expect(await dialog.getByRole('button', { name: 'Send as Ada' }).count()).toBe(0)
})
