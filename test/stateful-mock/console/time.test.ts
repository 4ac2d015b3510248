import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseDuration } from '../../../stateful-mock/console/actions/parse-duration.ts'
import { NINE } from '../support.ts'
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

const now = async (): Promise<string> => (await told(stage.mock, 'GET', '/_understudy/clock')).body.now
const entries = async (): Promise<number> =>
  (await told(stage.mock, 'GET', '/_understudy/journal/entries?limit=1')).body.last

test.each([
  ['3d 4h', 'PT273600S'],
  ['90 min', 'PT5400S'],
  ['1h30m', 'PT5400S'],
  ['2 weeks', 'PT1209600S'],
  ['+1 day, 2 hours and 3 seconds', 'PT93603S'],
  ['0.5h', 'PT1800S'],
  ['P1M', 'P1M'],
  ['pt1h', 'PT1H'],
])('%j is a duration', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

test.each(['', '3', 'tomorrow', '4 parsecs', 'h', '0h', 'P', 'PT', '3d 4'])('%j is none', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('the clock moves by steps, by what one types, to a date and to the next of a kind', async () => {
  const { page, open } = stage
  await open('time')
  await page.getByRole('button', { name: 'Advance by 7 days' }).click()
  await expect.poll(now).toBe('2026-03-12T09:00:00Z')

  await page.getByLabel('Advance by', { exact: true }).fill('3 parsecs')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  expect(await page.getByLabel('Advance by', { exact: true }).evaluate((input) => input.matches(':invalid'))).toBe(true)
  await page.getByLabel('Advance by', { exact: true }).fill('3d 4h')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await expect.poll(now).toBe('2026-03-15T13:00:00Z')

  await page.getByLabel('Advance to (UTC)').fill('2026-03-16T08:30')
  await page.getByRole('button', { name: 'Go to date' }).click()
  await expect.poll(now).toBe('2026-03-16T08:30:00Z')

  stage.mock.reset()
  const { kinds } = (await told(stage.mock, 'GET', '/_understudy/clock?kinds=true')).body
  const step = kinds.find(({ timer }: { timer: string }) => timer === 'oncall.escalation-step')
  await open('time')
  await page.getByLabel('Advance to next').selectOption('oncall.escalation-step')
  await page.getByRole('button', { name: 'Go to next' }).click()
  await expect.poll(now).toBe(step.at)
})

test('the clock goes where one lets go on the timeline of what falls due', async () => {
  const { page, open } = stage
  await open('time')
  const track = page.locator('.due-track')
  const { x, y, width } = (await track.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + 2, y + 40)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 40, { steps: 4 })
  const aim = (await page.locator('.due-aim').textContent()) ?? ''
  expect(aim).toMatch(/^5 Mar .*, \d+ falls? due$/)
  await page.mouse.up()
  // Upcoming timers may have something else fall due.
  await page.getByText(/timers fired/).waitFor()
  expect(await now()).toContain(`T${/\d\d:\d\d/.exec(aim)?.[0]}:`)
})

test('one Undo takes back a move of the clock with everything that fell due', async () => {
  const { page, open } = stage
  await open('time')
  await page.getByRole('button', { name: 'Advance by 1 day' }).click()
  await page.getByText(/timers fired/).waitFor()
  expect(await entries()).toBeGreaterThan(10)
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/^Undone: \d+ journal entries/).waitFor()
  expect([await entries(), await now()]).toEqual([0, NINE])
  expect(await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)

  await page.getByRole('button', { name: 'Advance by 1 h' }).click()
  await page.getByRole('button', { name: 'Advance by 1 day' }).click()
  await expect.poll(now).toBe('2026-03-06T10:00:00Z')
  await page.getByRole('button', { name: 'Undo last action' }).click()
  await expect.poll(now).toBe('2026-03-05T10:00:00Z')
})

test('a screenful of rows is drawn again after there were none', async () => {
  const { page, open, mock } = stage
  await told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name: 'one' })
  await open('time')
  const rows = page.getByRole('grid', { name: 'Journal' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Undo last action' }).click()
  await page.getByText('Nothing has changed yet').waitFor()
  await page.getByRole('button', { name: 'Advance by 1 day' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(12)
})

test('undo to here takes back what came after a row; a thing’s own step can be undone from its toast', async () => {
  const { page, open, mock } = stage
  for (const name of ['one', 'two', 'three']) await told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name })
  await open('time')
  await page.getByRole('button', { name: /^Undo to here: undo everything after entry 1$/ }).click()
  await page.getByText('Undone: 2 journal entries').waitFor()
  expect(await entries()).toBe(1)

  const { incidents } = (await told(mock, 'GET', '/api/v1/oncall/incidents', 'owner')).body
  const { id } = incidents.find(({ status }: { status: string }) => status === 'open')
  await open(`things/OncallIncident/${id}`)
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Acknowledge incident' }).click()
  await heading.filter({ hasText: 'acknowledged' }).waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await heading.filter({ hasText: 'open' }).waitFor()
  expect(await entries()).toBe(1)
})
