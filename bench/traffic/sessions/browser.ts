import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { startChromium } from '../../../test/support/chromium.ts'
import { CONSOLE_PAGES } from '../../../test/support/console-pages.ts'
import { printed, program, ROOT } from './command.ts'
import { judgedRecording } from './recording.ts'
import { type Session, together } from './session.ts'
import { startWatch } from './watch-command.ts'

/**
 * Two people in a browser on the page of examples/front-end, then one in the mock's console. Alerts come and time passes
 * behind the proxy's back. What the browser recorded of it (a HAR file) is judged afterwards as well.
 */
export const inBrowser: Session = {
  name: 'a browser: the page of examples/front-end, and the console',
  async run() {
    const mock = await createMock({ seed: 'acme' })
    const watch = await startWatch(mock.url)
    const server = program(join(ROOT, 'examples/front-end/serve.ts'))
    const page = await printed(server, /(http:\/\/127\.0\.0\.1:\d+)/)
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
    try {
      const recording = join(folder, 'session.har')
      await useFrontEnd({ mock, page: `${page}/?api=${encodeURIComponent(watch.url)}`, recording })
      await useConsole(watch.url)
      return together([await watch.end(), await judgedRecording(recording, mock)])
    } finally {
      server.kill()
      await mock.close()
      rmSync(folder, { recursive: true })
    }
  },
}

interface FrontEnd {
  readonly mock: RunningMock
  readonly page: string
  /** Where the browser writes what it saw. */
  readonly recording: string
}

const ROUNDS = 6

async function useFrontEnd({ mock, page: url, recording }: FrontEnd): Promise<void> {
  const browser = await startChromium()
  const context = await browser.newContext({ recordHar: { path: recording, content: 'embed' } })
  const people = ['member', 'owner'].map((name) => mock.callers.find((caller) => caller.name === name))
  const pages = await Promise.all(
    people.map(async (person) => {
      const page = await context.newPage()
      await page.setExtraHTTPHeaders({ ...person?.headers })
      await page.goto(url)
      await page.getByRole('row').nth(1).waitFor()
      return page
    }),
  )
  for (let round = 0; round < ROUNDS; round++) {
    await outside(mock, 'events/alert-fires', {
      serviceId: 'svc_search',
      alert: `stale-${round}`,
      title: `Stale ${round}`,
    })
    for (const page of pages) {
      const button = page.getByRole('button', { name: 'Acknowledge' }).first()
      if (await button.isVisible()) await button.click()
      await page.waitForTimeout(500)
    }
    await outside(mock, 'clock/advance', { by: 'PT4H' })
  }
  await context.close()
  await browser.close()
}

/** In a browser of its own: this one does not outlive its first context. */
async function useConsole(url: string): Promise<void> {
  const browser = await startChromium()
  const page = await browser.newPage()
  for (const place of CONSOLE_PAGES) {
    await page.goto(`${url}/#/${place}`)
    await page.waitForTimeout(300)
  }
  await page.goto(`${url}/#/try/createMonitor`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForTimeout(300)
  await browser.close()
}

/** Something on the mock that the proxy does not see. */
async function outside(mock: RunningMock, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${mock.url}/_understudy/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}
