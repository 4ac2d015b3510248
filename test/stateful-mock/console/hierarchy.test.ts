import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage, settled, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  stage.mock.reset()
  await stage.page.setViewportSize({ width: 1280, height: 800 })
})
afterAll(() => stage.leave())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

test.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
])('what to do next stands beside the title, at %i by %i', async (width, height) => {
  const { page, open, mock } = stage
  await page.setViewportSize({ width, height })
  const { incidents } = (await told(mock, 'GET', '/api/v1/oncall/incidents', 'owner')).body
  const { id } = incidents.find(({ status }: { status: string }) => status === 'open')
  await open(`things/OncallIncident/${id}`)
  for (const name of ['Acknowledge incident', 'Resolve incident', 'Publish update…']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    // Whatever can be done by the API is seen without scrolling, where there are two columns or one.
    if (name !== 'Publish update…' || width !== 1024)
      expect((box?.y ?? height) + (box?.height ?? 0), name).toBeLessThan(height)
  }
})

test('an area opens on what the rest of it is inside of', async () => {
  const { page, open } = stage
  await open('areas/registry')
  await settled(page)
  expect(await page.locator('.kinds [aria-current="page"]').textContent()).toBe('Registries')
})

test('a list tells when, and speaks in words', async () => {
  const { page, open } = stage
  await open('areas/email/EmailMessage')
  const heads = page.getByRole('grid', { name: 'Messages' }).getByRole('columnheader')
  await heads.first().waitFor()
  expect(await heads.allTextContents()).toEqual(['Subject', 'State', 'Direction', 'From', 'To', 'Cc', 'Created'])
  const domains = page.locator('label.filter').filter({ hasText: 'Domain' }).locator('option')
  await expect.poll(() => domains.count()).toBeGreaterThan(1)
  const [, first] = await domains.allTextContents()
  expect(first).toMatch(/acme\.example$/)
})

test('tabs stand still from one kind to the next, whether something can be made there or not', async () => {
  const { page, open } = stage
  const places = []
  for (const kind of ['EmailDomain', 'EmailMessage']) {
    await open(`areas/email/${kind}`)
    places.push((await page.locator('.kinds').boundingBox())?.y)
  }
  expect(places[0]).toBe(places[1])
})

test('a cell without room for its text says it on hover', async () => {
  const { page, open } = stage
  await open('areas/uptime/UptimeMonitor')
  const [long, short] = ['Kundenportal', 'Home page'].map((text) =>
    page.getByRole('gridcell').filter({ hasText: text }),
  )
  await long?.hover()
  expect(await long?.getAttribute('title')).toBe(await long?.textContent())
  await short?.hover()
  expect(await short?.getAttribute('title')).toBe('')
})

test('on a small screen what is armed stands above the form that arms', async () => {
  const { page, open, mock } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  await told(mock, 'POST', '/_understudy/faults', undefined, { where: { area: 'uptime' }, status: 503 })
  await open('faults')
  const top = async (title: string) => (await page.getByRole('heading', { name: title, exact: true }).boundingBox())?.y
  await page.getByRole('grid', { name: 'Armed faults' }).waitFor()
  expect(await top('Armed')).toBeLessThan((await top('Arm a fault')) ?? 0)
  await told(mock, 'DELETE', '/_understudy/faults')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the legend of a chart switches vantages off and on', async () => {
  const { page, open } = stage
  await open('charts?window=24h')
  await settled(page)
  const chart = page.locator('.chart').first()
  const lines = chart.locator('> svg .line')
  const before = await lines.count()
  expect(before).toBeGreaterThan(1)
  const vantage = chart.locator('.legend-item').first()
  expect(await vantage.textContent()).toMatch(/\d %/)
  await vantage.click()
  await expect.poll(() => lines.count()).toBe(before - 1)
  await vantage.click()
  await expect.poll(() => lines.count()).toBe(before)
  expect(await chart.locator('.grid text').last().textContent()).toMatch(/ ms$/)
})
