import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { ROOT } from '../../support/command.ts'
import { leavePage, sharedPage } from '../../support/shared-page.ts'
import { NINE } from '../support.ts'

export interface Stage {
  readonly mock: RunningMock
  readonly page: Page
  /** What went wrong in the page or in the mock. */
  readonly mistakes: string[]
  /** Opens a place of the console, from scratch. */
  open(place: string): Promise<void>
  leave(): Promise<void>
}

let started: Promise<RunningMock> | undefined
let mistakes: string[] = []
const note = (error: unknown) => void mistakes.push(String(error))

/** One mock with the populated organization for all files that a process runs, and the page that looks at it. */
export async function openStage(): Promise<Stage> {
  started ??= createMock({
    seed: 'acme',
    clock: { frozenAt: NINE },
    scenarios: { folders: [join(ROOT, 'scenarios')] },
    onFault: note,
  })
  const mock = await started
  await resetMock(mock)
  const page = await sharedPage()
  page.on('pageerror', note)
  mistakes = []
  return {
    mock,
    page,
    mistakes,
    async open(place) {
      await page.goto('about:blank')
      await page.goto(`${mock.url}/#/${place}`)
      await page.locator('main h1').waitFor()
    },
    leave: () => leavePage(page),
  }
}

/** Nothing of what another file did is left. */
async function resetMock(mock: RunningMock): Promise<void> {
  const { sandboxes } = (await told(mock, 'GET', '/_understudy/sandboxes')).body as { sandboxes: { name: string }[] }
  for (const { name } of sandboxes) if (name !== 'default') await told(mock, 'DELETE', `/_understudy/sandboxes/${name}`)
  await told(mock, 'DELETE', '/_understudy/requests')
  mock.reset()
}

/** Waits until everything on the page is loaded. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('main .loading').count()).toBe(0)
}

/** Like `ask`, but about the body only. */
export async function told(mock: Pick<RunningMock, 'url'>, method: string, path: string, as?: string, json?: unknown) {
  const headers = { ...(as !== undefined && { Authorization: `Bearer ${as}` }), 'Content-Type': 'application/json' }
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
