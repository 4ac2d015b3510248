import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AREAS } from '../../../src/contract/areas.ts'
import { CONSOLE_PAGES, SINGLE_PAGES } from '../../support/console-pages.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { sampled } from '../../support/sampled.ts'
import { openStage, type Stage, settled, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  stage.mock.reset()
  await told(stage.mock, 'DELETE', '/_understudy/requests')
})
afterAll(() => stage.leave())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

test('an incident, from the alert to its resolution', async () => {
  const { page, open, mock } = stage
  await open('try/alertFires')
  await page.getByRole('combobox', { name: /^Service/ }).fill('svc_billing_new')
  await page.getByText('Would be refused').waitFor()
  await page.getByRole('combobox', { name: /^Service/ }).fill('svc_website')
  await page.getByLabel('Alert', { exact: false }).first().fill('CertificateExpires')
  await page.getByText('Would be accepted').waitFor()
  await page.getByRole('button', { name: 'Trigger it' }).click()
  const answer = JSON.parse((await page.getByRole('region', { name: 'Response' }).textContent()) ?? '')
  const id: string = answer.incidentId

  await open(`things/OncallIncident/${id}`)
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toMatch(/open|acknowledged/)
  if ((await heading.textContent())?.includes('open'))
    await page.getByRole('button', { name: 'Acknowledge incident' }).click()
  await heading.filter({ hasText: 'acknowledged' }).waitFor()
  await page.getByRole('button', { name: 'Resolve incident' }).click()
  await heading.filter({ hasText: 'resolved' }).waitFor()
  expect(await page.locator('svg .state.lit').first().textContent()).toBe('resolved')
  expect((await told(mock, 'GET', `/api/v1/oncall/incidents/${id}`, 'owner')).body.status).toBe('resolved')

  // What is refused now says by which rule.
  const refusal = page.locator('#why-acknowledgeIncident')
  await refusal.waitFor()
  expect(await refusal.textContent()).toMatch(/^4\d\d /)
})

test('a state machine is drawn whole: the present state lit, nothing cut off at an edge', async () => {
  const { page, open, mock } = stage
  const { monitors } = (await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).body
  await open(`things/UptimeMonitor/${monitors[0].id}`)
  const picture = page.locator('.machine svg').first()
  await picture.locator('.state.lit').waitFor()
  expect(await picture.locator('.state').allTextContents()).toEqual(['pending', 'up', 'down', 'gone'])
  const cut = await picture.evaluate((svg) => {
    const edge = svg.getBoundingClientRect()
    return [...svg.querySelectorAll('text, path, rect')]
      .filter((one) => !one.closest('defs'))
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom
      })
      .map(({ textContent }) => textContent)
  })
  expect(cut).toEqual([])
})

test('an upgrade that the skew gate refuses names the nodes, before and after it is sent', async () => {
  const { page, open } = stage
  await open('things/Cluster/prod')
  await page.getByRole('button', { name: 'Update cluster…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Orchestrator version' }).click()
  await dialog.getByLabel('Orchestrator version').fill('1.33.1')
  await dialog.getByText('Would be refused').waitFor()
  expect(await dialog.locator('.foreseen').textContent()).toContain('worker-4')
  expect(await dialog.locator('.foreseen').textContent()).toContain('clusters.node-skew')
  await dialog.getByRole('button', { name: 'Send as Ada' }).click()
  await dialog.locator('.answer').waitFor()
  expect(await dialog.locator('.answer').textContent()).toContain('409')
  expect(await dialog.locator('.answer').textContent()).toContain('worker-4')
  await page.keyboard.press('Escape')

  await open('requests')
  await page.getByRole('link', { name: 'updateCluster' }).click()
  const detail = page.getByRole('complementary')
  await detail.getByText('Why this was answered with 409').waitFor()
  expect(await detail.textContent()).toContain('worker-4')
  expect(await detail.textContent()).toContain(
    'An upgrade that would leave the agents of nodes too far behind is refused',
  )
  await detail.getByRole('button', { name: 'curl' }).click()
  expect(await detail.getByRole('region', { name: 'curl' }).textContent()).toContain('-X PATCH')
})

test('time moves on, is looked back at, and goes on otherwise in a fork', async () => {
  const { page, open, mock } = stage
  const stateOf = async (sandbox?: string) => {
    const headers = { Authorization: 'Bearer owner', ...(sandbox && { 'X-Understudy-Sandbox': sandbox }) }
    const cluster = await fetch(`${mock.url}/api/v1/clusters/edge`, { headers })
    return ((await cluster.json()) as { phase: string }).phase
  }
  expect(await stateOf()).toBe('rolling')
  await open('things/Cluster/edge')
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toContain('rolling')
  await page.getByRole('button', { name: /^Cluster rolled/ }).click()
  await heading.filter({ hasText: 'ready' }).waitFor()
  expect(await stateOf()).toBe('ready')

  await open('time')
  const rows = page.getByRole('grid', { name: 'Journal' }).getByRole('row')
  await rows.filter({ hasText: 'Cluster rolled' }).waitFor()
  const entry = Number(await rows.filter({ hasText: 'Cluster rolled' }).getByRole('gridcell').first().textContent())
  await page.getByRole('button', { name: `View the data after entry ${entry - 1}`, exact: true }).click()
  await page.getByText('You are viewing the data as it was').waitFor()
  await page.goto(`${mock.url}/#/things/Cluster/edge?at=${entry - 1}`)
  await heading.filter({ hasText: 'rolling' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete cluster' }).isDisabled()).toBe(true)
  expect(await stateOf()).toBe('ready')

  await page.getByRole('button', { name: 'Continue from here in a fork' }).click()
  const fork = `default-from-${entry - 1}`
  await page.getByText('You are in the fork now').waitFor()
  expect(await page.getByLabel('Sandbox', { exact: true }).inputValue()).toBe(fork)
  expect([await stateOf(fork), await stateOf()]).toEqual(['rolling', 'ready'])
})

test('what was done is saved as a scenario, and loaded into another sandbox', async () => {
  const { page, open, mock } = stage
  const opened = await told(mock, 'POST', '/api/v1/oncall/incidents', 'owner', {
    serviceId: 'svc_search',
    title: 'Lost',
  })
  await told(mock, 'POST', `/api/v1/oncall/incidents/${opened.body.id}/acknowledge`, 'owner')
  await open('requests')
  await page.getByRole('link', { name: 'acknowledgeIncident' }).waitFor()
  await page.getByRole('checkbox').first().click()
  await page
    .getByRole('checkbox')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Save as scenario (2)' }).click()
  await page.getByLabel('Name').fill('lost-and-acknowledged')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await page.getByRole('heading', { name: /steps$/ }).waitFor()
  expect(await page.locator('.step').count()).toBeGreaterThanOrEqual(2)
  await page.getByRole('button', { name: 'Play the first step' }).click()
  await page.locator('.step[aria-current="step"]').waitFor()
  await page.getByLabel('Sandbox to load it into').fill('elsewhere')
  await page.getByRole('button', { name: 'Load and open' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(await page.getByLabel('Sandbox', { exact: true }).inputValue()).toBe('elsewhere')
  const link = page.getByRole('link', { name: /Lost/ })
  await link.first().waitFor()
  expect(await link.first().textContent()).toContain('acknowledged')
})

test('a fault is armed, strikes a client and not the console, shows in the log, and is disarmed', async () => {
  const { page, open, mock } = stage
  await open('faults')
  await page.getByLabel('Where').selectOption('operation listMonitors')
  await page.getByLabel('Caller').selectOption('owner')
  await page.getByLabel('Response body').fill('{"error":"later","code":7}')
  await page.getByLabel('Response headers').fill('Retry-After: 30\nX-Limit: 0')
  await page.getByRole('button', { name: 'Arm', exact: true }).click()
  const armed = page.getByRole('grid', { name: 'Armed faults' })
  await armed.getByText('listMonitors from owner').waitFor()
  expect((await told(mock, 'GET', '/api/v1/uptime/monitors', 'member')).status).toBe(200)
  expect(await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).toMatchObject({
    status: 503,
    body: { error: 'later', code: 7 },
  })
  await armed
    .getByRole('row')
    .filter({ hasText: 'listMonitors' })
    .getByRole('gridcell', { name: '1', exact: true })
    .waitFor()

  await open('requests')
  await page
    .getByRole('row')
    .filter({ hasText: '503' })
    .getByText(/^fault /)
    .waitFor()
  await open('areas/uptime/UptimeMonitor')
  await page.getByRole('link', { name: 'Home page' }).waitFor()

  await open('faults')
  await page.getByRole('button', { name: /^Disarm flt/ }).click()
  await page.getByText('No fault is armed').waitFor()
  expect((await told(mock, 'GET', '/api/v1/uptime/monitors', 'owner')).status).toBe(200)
})

test('a gap is set and set back', async () => {
  const { page, open, mock } = stage
  await open('gaps?find=oncall.repeat-acknowledge')
  await page.getByRole('button', { name: 'oncall.repeat-acknowledge' }).click()
  const dialog = page.getByRole('dialog')
  const before = await dialog.getByLabel('Value').inputValue()
  const other = before === '"accept"' ? '"refuse"' : '"accept"'
  await dialog.getByLabel('Value').selectOption(other)
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('oncall.repeat-acknowledge is set').waitFor()
  const { gaps } = (await told(mock, 'GET', '/_understudy/gaps?changed=true')).body
  expect(gaps).toMatchObject([{ id: 'oncall.repeat-acknowledge', value: JSON.parse(other) }])
  await dialog.getByRole('button', { name: 'Set back' }).click()
  await page.getByText('is reset').waitFor()
})

test('news of others comes by itself; of what comes too fast a sample is shown, and the page says so', async () => {
  const { page, open, mock } = stage
  await open('requests')
  await page.getByText('No requests yet').waitFor()
  // As many as it takes: what is too fast depends on the machine.
  const sampled = page.getByText('a sample:')
  for (let batch = 0; batch < 60 && (await sampled.count()) === 0; batch++)
    await Promise.all(Array.from({ length: 300 }, () => told(mock, 'GET', '/api/v1/tokens', 'owner')))
  await page.getByRole('link', { name: 'listTokens' }).first().waitFor()
  await sampled.waitFor()

  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByText('Rules that applied').waitFor()
})

const ROWS = FULL ? 5_000 : 300

test(`of ${ROWS} rows a screenful is drawn, and the last is a key away`, async () => {
  const { page, open, mock } = stage
  const create = (name: string) => told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name })
  for (let batch = 0; batch < ROWS / 100; batch++)
    await Promise.all(Array.from({ length: 100 }, (_, index) => create(`service ${batch * 100 + index}`)))
  await open('areas/uptime/UptimeService')
  const grid = page.getByRole('grid', { name: 'Services' })
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(ROWS)
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  await grid.focus()
  await page.keyboard.press('End')
  await grid.getByRole('link', { name: `service ${ROWS - 1}` }).waitFor()
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
})

test('without a stream the console asks now and then', async () => {
  const { page, open, mock } = stage
  const stream = '**/_understudy/stream*'
  await page.route(stream, (route) => route.fulfill({ status: 501, json: { error: 'not here' } }))
  await open('requests')
  await page.getByText('every 2 s').waitFor()
  await told(mock, 'GET', '/api/v1/clusters', 'owner')
  await page.getByRole('link', { name: 'listClusters' }).waitFor()
  await page.unroute(stream)
})

test('two tabs in two sandboxes show each its own world', async () => {
  const { page, open, mock } = stage
  for (const name of ['tab-a', 'tab-b']) await told(mock, 'POST', '/_understudy/sandboxes', undefined, { name })
  await open('areas/uptime/UptimeService?sandbox=tab-a')
  const other = await page.context().newPage()
  await other.goto(`${mock.url}/#/areas/uptime/UptimeService?sandbox=tab-b`)
  const create = async (sandbox: string, name: string) =>
    fetch(`${mock.url}/api/v1/uptime/services`, {
      method: 'POST',
      headers: { Authorization: 'Bearer owner', 'X-Understudy-Sandbox': sandbox, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  await other.getByRole('link', { name: 'Storefront' }).waitFor()
  await create('tab-a', 'Only in A')
  await create('tab-b', 'Only in B')
  await page.getByRole('link', { name: 'Only in A' }).waitFor()
  await other.getByRole('link', { name: 'Only in B' }).waitFor()
  expect(await page.getByText('Only in B').count()).toBe(0)
  expect(await other.getByText('Only in A').count()).toBe(0)
  await other.close()
})

test.runIf(FULL)('every kind of thing can be looked at, and the first of each', async () => {
  const { page, open } = stage
  const problems: string[] = []
  let things = 0
  const look = async (where: string) => {
    await page.locator('main :is(.row, .facts, .empty)').first().waitFor()
    await settled(page)
    for (const problem of await page.getByRole('alert').all()) problems.push(`${where}: ${await problem.textContent()}`)
  }
  for (const area of AREAS) {
    await open(`areas/${area}`)
    for (const kind of await page.locator('.kinds a').all()) {
      const title = `${area} ${await kind.textContent()}`
      await open(((await kind.getAttribute('href')) ?? '').slice(2))
      await look(title)
      const first = page.locator('.rows .lead').first()
      if ((await first.count()) === 0) continue
      await first.click()
      await page.locator('.next-steps').waitFor()
      await look(`one of ${title}`)
      things += 1
      await page.goBack()
      await page.locator('.kinds a').first().waitFor()
    }
  }
  expect(problems).toEqual([])
  expect(things).toBeGreaterThan(18)
})

/** All gaps at once are for the full run; the page that is not there is among them, too. */
const PLACES = [
  ...CONSOLE_PAGES.filter((place) => FULL || place !== 'gaps'),
  'gaps?area=clusters',
  ...SINGLE_PAGES,
  'areas/clusters',
  'areas/iam',
  'areas/registry/RegistryTag',
  'nowhere',
]

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe calls serious in the page as it is; all of its rules, or some. */
const violations = (on: Page, only?: readonly string[]): Promise<string[]> =>
  on.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(only && { runOnly: only }) })}).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes[0].html + ' ' + (nodes[0].any[0]?.message ?? '')))`,
  )

/** Dark differs from light by its colours only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1280, height: 800 }

test('on no page axe finds anything serious, light or dark, and none is wider than a phone', async () => {
  const { page, mock, open } = stage
  await told(mock, 'PATCH', '/api/v1/clusters/prod', 'owner', { orchestratorVersion: '1.33.1' })
  await open('overview')
  await page.evaluate(axe)
  const found: string[] = []
  for (const place of sampled(PLACES, 6)) {
    await page.goto(`${mock.url}/#/${place}`)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await page.locator('main :is(h1, .empty)').first().waitFor()
    await settled(page)
    found.push(...(await violations(page)).map((one) => `${place}: ${one}`))
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await violations(page, OF_COLOURS)).map((one) => `${place}, dark: ${one}`))
    await page.setViewportSize(PHONE)
    const [scrolled = 0, shown = 0] = (await page.evaluate(
      "[Math.max(document.documentElement.scrollWidth, document.querySelector('main').scrollWidth), innerWidth]",
    )) as number[]
    if (scrolled > shown) found.push(`${place} is ${scrolled} wide`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(SCREEN)
  }
  expect(found).toEqual([])
})

test('on a phone the menu opens, and closes when one has gone somewhere', async () => {
  const { page, open } = stage
  await page.setViewportSize(PHONE)
  await open('overview')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Gaps', exact: true }).click()
  await page.getByRole('heading', { name: 'Gaps' }).waitFor()
  await page.locator('.places.open').waitFor({ state: 'detached' })
  await page.setViewportSize(SCREEN)
})
