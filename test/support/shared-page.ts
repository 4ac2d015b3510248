import type { Page } from 'playwright-core'
import { startChromium } from './chromium.ts'

const SIZE = { width: 1280, height: 800 }
/** Browsers are slow beside other tests; what takes longer than this does not come at all. */
const PATIENCE_MS = 120_000

let opened: Promise<Page> | undefined

/**
 * The one page of the one browser of this process, as if it were new. Starting a browser takes longer than most tests,
 * so all files that a process runs share it; it ends with the process. Whoever has used it leaves it.
 */
export async function sharedPage(): Promise<Page> {
  opened ??= startChromium()
    .then((browser) => browser.newContext())
    .then((context) => context.newPage())
  const page = await opened
  await leavePage(page)
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return page
}

/** Nothing goes on in the page afterwards, and nobody hears of it. */
export async function leavePage(page: Page): Promise<void> {
  page.removeAllListeners('pageerror')
  page.removeAllListeners('request')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
}
