import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { startChromium } from '../../support/chromium.ts'
import { ROOT } from '../../support/command.ts'
import { NINE } from '../support.ts'

/** Browsers are slow beside other tests; what takes longer than this does not come at all. */
const PATIENCE_MS = 30_000

export interface Stage {
  readonly mock: RunningMock
  readonly page: Page
  /** What went wrong in the page or in the mock. */
  readonly mistakes: string[]
  /** Opens a place of the console, from scratch. */
  open(place: string): Promise<void>
  close(): Promise<void>
}

/** One mock with the populated organization, and one page of one browser that looks at it. */
export async function openStage(): Promise<Stage> {
  const mistakes: string[] = []
  const note = (error: unknown) => void mistakes.push(String(error))
  const mock = await createMock({
    seed: 'acme',
    clock: { frozenAt: NINE },
    scenarios: { folders: [join(ROOT, 'scenarios')] },
    onFault: note,
  })
  const browser = await startChromium()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('pageerror', note)
  return {
    mock,
    page,
    mistakes,
    async open(place) {
      await page.goto('about:blank')
      await page.goto(`${mock.url}/#/${place}`)
      await page.locator('main h1').waitFor()
    },
    async close() {
      await browser.close()
      await mock.close()
    },
  }
}

/** Waits until everything on the page is loaded. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('main .loading').count(), { timeout: PATIENCE_MS }).toBe(0)
}

/** Like `ask`, but about the body only. */
export async function told(mock: RunningMock, method: string, path: string, as?: string, json?: unknown) {
  const headers = { ...(as !== undefined && { Authorization: `Bearer ${as}` }), 'Content-Type': 'application/json' }
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
