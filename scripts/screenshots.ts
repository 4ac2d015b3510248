/**
 * Pictures for the docs, of the console with the same data each time and of a report: `npm run screenshots [folder]
 * [name...]`. With `npm run screenshots folder all` every page at three widths, light and dark.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { createMock, type RunningMock } from '../stateful-mock/create-mock.ts'
import { startChromium } from '../test/support/chromium.ts'
import { CONSOLE_PAGES, SINGLE_PAGES } from '../test/support/console-pages.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../docs/images')

interface Shot {
  readonly name: string
  readonly path: string
  readonly dark?: boolean
  readonly size?: { readonly width: number; readonly height: number }
  readonly before?: (page: Page, mock: RunningMock) => Promise<void>
}

const USUAL = { width: 1200, height: 760 }
const SCREEN = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Lists whose first row is opened too. */
const OPENED = ['areas/oncall', 'areas/email/EmailMessage', 'areas/uptime/UptimeMonitor', 'requests']

const openFirst = async (page: Page) => {
  await page.locator('.rows .lead').first().click()
}

const calls = async (_: Page, mock: RunningMock) => {
  const call = (method: string, path: string, as = 'owner', body?: unknown) =>
    fetch(`${mock.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  await call('GET', '/clusters')
  await call('PATCH', '/clusters/prod', 'owner', { orchestratorVersion: '1.33.1' })
  await call('GET', '/uptime/monitors', 'viewer')
  await call('GET', '/tokens', 'nobody-knows')
  await call('POST', '/oncall/incidents', 'admin', { serviceId: 'svc_search', title: 'Search answers nothing' })
  await call('GET', '/clusters/nowhere', 'member')
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', path: '#/overview' },
  { name: 'overview-dark', path: '#/overview', dark: true },
  { name: 'overview-phone', path: '#/overview', size: PHONE },
  { name: 'area', path: '#/areas/uptime/UptimeMonitor' },
  { name: 'thing', path: '#/things/Cluster/prod', dark: true },
  { name: 'incident', path: '#/areas/oncall', before: openFirst },
  {
    name: 'refused',
    path: '#/things/Cluster/prod',
    before: async (page) => {
      await page.getByRole('button', { name: 'Update cluster…' }).click()
      const dialog = page.getByRole('dialog')
      const version = dialog.getByLabel('Orchestrator version', { exact: false })
      if (!(await version.isVisible()))
        await dialog.getByRole('button', { name: 'Orchestrator version', exact: true }).click()
      await version.fill('1.33.1')
      await page.getByText('Would be refused').waitFor()
    },
  },
  {
    name: 'requests',
    path: '#/requests',
    before: async (page, mock) => {
      await calls(page, mock)
      await page.getByRole('link', { name: 'updateCluster' }).first().click()
      await page.getByText('Why this was answered with 409').waitFor()
    },
  },
  {
    name: 'time',
    path: '#/time',
    before: async (page, mock) => {
      const cause = (event: string, body: unknown) =>
        fetch(`${mock.url}/_understudy/events/${event}`, { method: 'POST', body: JSON.stringify(body) })
      await cause('alert-fires', { serviceId: 'svc_payments', alert: 'CardsDeclined' })
      await cause('node-lost', { cluster: 'prod', node: 'worker-2' })
      await page.getByRole('button', { name: 'Advance by 1 h' }).click()
      await page.waitForTimeout(600)
      await page.getByRole('button', { name: 'Advance by 1 h' }).click()
    },
  },
  { name: 'story', path: '#/story' },
  { name: 'compare', path: '#/compare' },
  { name: 'looking-back', path: '#/overview?at=3', dark: true },
  {
    name: 'faults',
    path: '#/faults',
    before: async (page) => {
      await page.getByLabel('Where').selectOption('operation listMonitors')
      await page.getByRole('button', { name: 'Arm', exact: true }).click()
    },
  },
  { name: 'scenario', path: '#/scenarios/node-skew-blocks-an-upgrade' },
  { name: 'webhooks', path: '#/webhooks' },
  { name: 'charts', path: '#/charts?window=24h' },
  { name: 'try', path: '#/try/createMonitor', dark: true },
]

const mock = await createMock({
  seed: 'acme',
  clock: { frozenAt: '2026-03-05T09:00:00Z' },
  scenarios: { folders: [join(import.meta.dirname, '../scenarios')] },
})
const browser = await startChromium()
// This browser runs in one process, which goes with its first page: all pictures are taken in that one.
const page = await browser.newPage()
page.setDefaultTimeout(10_000)
page.on('pageerror', (error) => console.error(error.message))
mkdirSync(FOLDER, { recursive: true })
const wanted = process.argv.slice(3)
try {
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
  if (wanted.includes('all')) await calls(page, mock)
  for (const shot of wanted.includes('all') ? everyPage() : SHOTS.filter(({ name }) => isWanted(name))) await take(shot)
  if (isWanted('failure')) await takeFailure()
} finally {
  await browser.close()
  await mock.close()
}

/** Every page, as wide as a large screen, a small one and a phone. */
function everyPage(): readonly Shot[] {
  const named = (place: string) => ({ name: place.replaceAll(/\W+/g, '-'), path: `#/${place}` })
  const opened = OPENED.map(named).map((shot) => ({ ...shot, name: `${shot.name}-first`, before: openFirst }))
  return [...[...CONSOLE_PAGES, ...SINGLE_PAGES].map(named), ...opened].flatMap((shot) =>
    [SCREEN, { width: 1024, height: 768 }, PHONE].flatMap((size) =>
      [false, true].map((dark) => ({
        ...shot,
        name: `${shot.name}-${size.width}-${dark ? 'dark' : 'light'}`,
        size,
        dark,
      })),
    ),
  )
}

async function take({ name, path, dark, size = USUAL, before }: Shot): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.goto('about:blank')
  await page.goto(`${mock.url}/${path}`)
  try {
    await page.mouse.move(0, size.height - 1)
    await loaded()
    await before?.(page, mock)
    await loaded()
  } catch (error) {
    console.error(`${name}: ${String(error)}`)
    process.exitCode = 1
  }
  await page.waitForTimeout(500)
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all())
    await dismiss.click({ timeout: 1_000 }).catch(() => {})
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}

/** Until everything is there that the page shows. */
async function loaded(): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.waitForTimeout(300)
  await page.locator('main .loading').first().waitFor({ state: 'detached' })
}

/** The HTML report of the demo, at its first failure. */
async function takeFailure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-screenshots-'))
  try {
    const command = join(import.meta.dirname, '../bin/understudy.js')
    execFileSync(process.execPath, [command, 'demo', '--folder', folder], { stdio: 'ignore' })
    await page.setViewportSize({ width: 1200, height: 760 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(pathToFileURL(join(folder, 'report.html')).href)
    await page.screenshot({ path: join(FOLDER, 'failure.png') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
