/**
 * The console in a real browser: how soon it paints, and whether it stays responsive while the mock answers 2,000
 * requests a second. `node bench/console.ts [requests a second] [seconds]`
 */
import type { Page } from 'playwright-core'
import { Pool } from 'undici'
import { startChromium } from '../test/support/chromium.ts'
import { started } from './processes.ts'
import { median } from './rounds.ts'

const [rate = '2000', seconds = '10'] = process.argv.slice(2)
const ROUNDS = 7
const SLICE_MS = 10

const { url } = await started<{ url: string }>('console-server.ts')
const browser = await startChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })

const paints: number[] = []
const contents: number[] = []
for (let round = -2; round < ROUNDS; round++) {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto(`${url}/#/overview`)
  await page.locator('.area-cards').waitFor()
  if (round < 0) continue
  contents.push(performance.now() - start)
  paints.push(Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")))
}
console.log(`first paint      ${median(paints).toFixed(0)} ms (bar: 300 ms)`)
console.log(`overview filled  ${median(contents).toFixed(0)} ms, the way through the browser's own control included`)

const quiet = await frames(page, async () => sleep(3_000))
console.log(`frames, quiet    ${worded(quiet)}`)
await page.goto('about:blank')
await page.goto(`${url}/#/requests`)
await page.locator('main h1').waitFor()
let asked = 0
const clicks: number[] = []
const busy = await frames(page, async () => {
  const under = flood()
  const end = performance.now() + Number(seconds) * 1_000
  while (performance.now() < end) {
    await sleep(500)
    const start = performance.now()
    await page.getByRole('button', { name: /^(Pause|Go on)$/ }).click()
    clicks.push(performance.now() - start)
  }
  asked = await under()
})
console.log(`load             ${(asked / Number(seconds)).toFixed(0)} requests/s`)
console.log(`frames, loaded   ${worded(busy)}`)
console.log(`a click          ${median(clicks).toFixed(0)} ms, ${Math.max(...clicks).toFixed(0)} ms at worst`)
console.log(`the page says    ${(await page.locator('.count').textContent())?.trim()}`)
await browser.close()
process.exit(median(paints) < 300 ? 0 : 1)

/** Asks at a steady rate until it is told to stop; then says how much it asked. */
function flood(): () => Promise<number> {
  const pool = new Pool(url, { connections: 16, pipelining: 1 })
  const headers = { authorization: 'Bearer owner' }
  let count = 0
  let owed = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    owed += ((now - last) / 1_000) * Number(rate)
    last = now
    for (; owed >= 1; owed--) {
      count++
      pool.request({ method: 'GET', path: '/api/v1/uptime/monitors', headers }).then(
        ({ body }) => body.dump(),
        () => {},
      )
    }
  }, SLICE_MS)
  return async () => {
    clearInterval(timer)
    await pool.close()
    return count
  }
}

/** The time between frames while something goes on. */
async function frames(on: Page, during: () => Promise<void>): Promise<number[]> {
  await on.evaluate(
    'globalThis.gaps = []; globalThis.watching = true; let last = performance.now(); requestAnimationFrame(function next(now) { gaps.push(now - last); last = now; if (watching) requestAnimationFrame(next) })',
  )
  await during()
  return (await on.evaluate('globalThis.watching = false; gaps').catch(() => [])) as number[]
}

function worded(gaps: readonly number[]): string {
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0)
  return `${at(0.5)} ms apart, 95 % within ${at(0.95)} ms, ${at(0.999)} ms at worst`
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
