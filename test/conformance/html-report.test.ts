import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { htmlPage } from '../../src/conformance/report/formats/html/page.ts'
import type { Report } from '../../src/conformance/report/report.ts'
import { verify } from '../../src/conformance/verify.ts'
import { incidentsProfile } from '../support/incidents-profile.ts'
import { leavePage, sharedPage } from '../support/shared-page.ts'

let report: Report
let page: Page
let url: string
const folder = mkdtempSync(join(tmpdir(), 'understudy-report-'))

beforeAll(async () => {
  const candidate = await startCandidate({ variant: 'a', faults: ['acknowledge-revives-resolved'], port: 0 })
  const judged = await verify({
    url: candidate.url,
    profile: incidentsProfile(),
    areas: ['oncall'],
    seed: 3,
    runs: 0,
    version: '1.2.3',
  }).finally(() => candidate.close())
  const [first] = judged.report.failures
  if (!first) throw new Error('the mistake was not found')
  const other = { ...first, key: 'other', operation: 'listTokens', area: 'tokens', severity: 'warning' as const }
  report = { ...judged.report, failures: [first, other] }
  url = pathToFileURL(join(folder, 'report.html')).href
  writeFileSync(new URL(url), htmlPage(report))
  page = await sharedPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(url)
})
afterAll(async () => {
  await leavePage(page)
  rmSync(folder, { recursive: true })
})

test('the verdict comes first, then what is broken, to be filtered', async () => {
  expect(await page.getByRole('heading').first().textContent()).toContain('does not conform')
  const cards = page.locator('details.failure')
  expect(await cards.count()).toBe(2)
  await page.getByLabel('Severity').selectOption('warning')
  expect(await cards.filter({ visible: true }).count()).toBe(1)
  expect(await page.getByRole('status').textContent()).toBe('1 of 2')
  await page.getByLabel('Severity').selectOption('')
  await page.getByLabel('Find a failure').fill('acknowledgeIncident')
  expect(await cards.filter({ visible: true }).count()).toBeGreaterThan(0)
  await page.getByLabel('Find a failure').fill('teapot')
  expect(await cards.filter({ visible: true }).count()).toBe(0)
  await page.getByLabel('Find a failure').fill('')
})

test('a failure has an address that opens it', async () => {
  const second = page.locator('details.failure').nth(1)
  const id = await second.getAttribute('id')
  await page.goto('about:blank')
  await page.goto(`${url}#${id}`)
  await expect.poll(() => second.getAttribute('open')).not.toBeNull()
})

test('coverage is a picture with a square for every operation and rule', async () => {
  const stated = report.rules.filter(({ provenance }) => provenance !== 'assumed')
  expect(await page.locator('.cells .cell').count()).toBe(report.operations.length + stated.length)
  expect(await page.locator('.cells .cell.bad').count()).toBeGreaterThan(0)
  expect(await page.locator('.cell[title^="listIncidents: 200"]').count()).toBe(1)
})

test('one is one time', () => {
  expect(htmlPage(report)).not.toMatch(/\b1 (?:times|failures|warnings|sequences)\b/)
})
