import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, posix } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { builtSite } from '../../../scripts/site/build.ts'
import { readLibrary } from '../../../scripts/site/library.ts'
import { ROOT } from '../../support/command.ts'
import { leavePage, sharedPage } from '../../support/shared-page.ts'

/** Sites are often served below some path. */
const BELOW = '/some/where/'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

let files: ReadonlyMap<string, string | Uint8Array>
let pages: readonly (readonly [path: string, html: string])[]

beforeAll(async () => {
  files = await builtSite()
  pages = [...files].flatMap(([path, content]) => (path.endsWith('.html') ? [[path, String(content)] as const] : []))
})

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

test('every link of every page leads to a page of the site, or away from it', () => {
  expect(pages.length).toBeGreaterThan(30)
  const dead = pages.flatMap(([path, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) =>
      leads(path, link) ? [] : [`${path}: ${link}`],
    ),
  )
  expect(dead).toEqual([])
})

function leads(from: string, link: string): boolean {
  if (/^https?:/.test(link)) return true
  const [target = '', heading] = link.split('#')
  const [file = ''] = target.split('?')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!files.has(path)) return false
  return heading === undefined || heading.startsWith('/') || idsOf(String(files.get(path))).includes(heading)
}

test('the docs are there as pages, under a menu that lists all of them', () => {
  const [, html = ''] = pages.find(([path]) => path === 'docs/console.html') ?? []
  expect(html).toContain('<title>The console · Understudy</title>')
  expect(html).toContain('<h2 id="looking-back">')
  const [, menu = ''] = /<nav class="site-menu"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  const docs = pages.filter(([path]) => path.startsWith('docs/') && path !== 'docs/index.html')
  expect(docs.map(([path]) => posix.basename(path)).filter((name) => !menu.includes(`"${name}"`))).toEqual([])
})

test('every scenario of the library is a link into the playground', () => {
  const [, html = ''] = pages.find(([path]) => path === 'scenarios.html') ?? []
  const linked = [...html.matchAll(/console\/index\.html\?scenario=([\w-]+)#/g)].map(([, name]) => name)
  expect(linked.toSorted()).toEqual(
    readLibrary(ROOT)
      .map(({ name }) => name)
      .toSorted(),
  )
})

let page: Page
let url: string
const mistakes: string[] = []

/** A plain file server, which knows nothing of the mock. */
async function serveFiles(): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = pathname.startsWith(BELOW) ? pathname.slice(BELOW.length).replace(/(^|\/)$/, '$1index.html') : ''
    const content = files.get(path)
    if (content === undefined) mistakes.push(`${request.method} ${request.url}`)
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop.push(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${BELOW}`
}

const stop: (() => unknown)[] = []
beforeAll(async () => {
  url = await serveFiles()
  page = await sharedPage()
  stop.unshift(() => leavePage(page))
  page.on('pageerror', (error) => mistakes.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) mistakes.push(`${request.method()} ${request.url()}`)
  })
})
afterAll(async () => {
  for (const end of stop) await end()
})

test('from the first page to a scenario, and on inside it, with nothing but a file server', async () => {
  onTestFinished(() => expect(mistakes.splice(0)).toEqual([]))
  await page.goto(url)
  await page.getByRole('link', { name: 'Pick a scenario' }).click()
  await page.getByRole('searchbox').fill('acknowledge')
  const shown = page.locator('.library li:visible')
  await expect.poll(() => shown.count()).toBeLessThan(60)
  await page.getByRole('searchbox').fill('node-skew-blocks-an-upgrade')
  await shown.first().getByRole('link').click()
  await page.getByText('You are inside a scenario').waitFor()
  await page.getByText('in this page', { exact: true }).waitFor()

  // The world is the one that the scenario left behind, and the mock goes on from there.
  await page.getByRole('link', { name: 'Clusters' }).first().click()
  await page.locator('.rows .lead').first().click()
  await page.getByRole('button', { name: 'Create join token' }).click()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('link', { name: 'createJoinToken' }).first().click()
  await page.getByText('Rules that applied').waitFor()

  // What happens in the page comes by the stream, as from a server.
  await page.getByRole('button', { name: 'Advance the clock by 1 h' }).click()
  await page.getByRole('link', { name: 'Time', exact: true }).click()
  const journal = page.getByRole('grid', { name: 'Journal' }).getByRole('row')
  await journal.filter({ hasText: 'Create join token' }).first().waitFor()
  await journal.filter({ hasText: 'Clock set to' }).first().waitFor()
})

test('the playground alone has the populated organization; a scenario that is not there is said so', async () => {
  onTestFinished(() => expect(mistakes.splice(0)).toEqual([]))
  await page.goto('about:blank')
  await page.goto(`${url}console/?scenario=nowhere-to-be-found`)
  await page.getByText('there is no scenario named nowhere-to-be-found').waitFor()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.locator('.area-cards').waitFor()
  await page.goto(`${url}console/#/things/Cluster/prod`)
  await page.getByRole('heading', { level: 1, name: /^prod/ }).waitFor()
})
