import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, settled, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
  const make = (path: string, body: unknown) => told(stage.mock, 'POST', path, 'owner', body)
  const participants = [{ userId: 'usr_ada', label: 'Ada' }]
  for (let batch = 0; batch < 6; batch++)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        make('/api/v1/oncall/schedules', {
          name: `Rotation ${batch * 50 + index}`,
          timezone: 'Europe/Paris',
          participants,
          handoff: { interval: 'daily', time: '09:00' },
        }),
      ),
    )
})
afterAll(() => stage.leave())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

test('the overview has an end however much there is', async () => {
  const { page, open } = stage
  await open('overview')
  await page.getByRole('link', { name: /^29\d more$/ }).waitFor()
  expect(await page.evaluate("document.querySelector('main').scrollHeight")).toBeLessThan(1_500)
})

test('charts of hundreds of schedules show a few, and the rest by searching', async () => {
  const { page, open } = stage
  await open('charts')
  await settled(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  const rows = page.locator('.rotation-row')
  await expect.poll(() => rows.count()).toBe(6)
  await page.getByRole('searchbox').fill('Rotation 217')
  await rows.filter({ hasText: 'Rotation 217' }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.getByRole('listitem').first().textContent()).toContain('Ada')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Show 6 more' }).click()
  await expect.poll(() => rows.count()).toBe(12)
})
