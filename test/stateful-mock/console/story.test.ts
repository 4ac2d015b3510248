import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actionsOf, lanesOf } from '../../../stateful-mock/console/pages/story/lanes.ts'
import { openStage, type Stage, told } from './browser.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.mock.reset())
afterAll(() => stage.leave())
afterEach(() => {
  expect(stage.mistakes.splice(0)).toEqual([])
})

const touching = (...ids: string[]) => ids.map((id) => ({ entity: 'Thing', id }))
const ENTRIES = [
  { entry: 1, action: 1, kind: 'request', actor: 'owner', changed: touching('a') },
  { entry: 2, action: 2, kind: 'timer', changed: touching('a', 'b') },
  { entry: 3, action: 2, kind: 'clock', changed: [] },
  {
    entry: 4,
    action: 4,
    kind: 'event',
    changed: [
      { entity: 'Part', id: 'p', of: { entity: 'Thing', id: 'b' } },
      { entity: 'Hidden', id: 'x' },
    ],
  },
]

test('a lane holds the entries that touched a thing, or that somebody brought about', () => {
  const isShown = (entity: string) => entity === 'Thing'
  expect(lanesOf(ENTRIES, 'thing', { isShown, most: 5 })).toEqual({
    lanes: [
      { key: 'Thing a', places: [0, 1] },
      { key: 'Thing b', places: [1, 3] },
    ],
    more: 0,
  })
  expect(lanesOf(ENTRIES, 'thing', { isShown, most: 1 }).more).toBe(1)
  expect(lanesOf(ENTRIES, 'actor', { isShown, most: 5 }).lanes.map(({ key }) => key)).toEqual([
    'owner',
    'Timers and webhooks',
    'Clock and settings',
    'Outside events',
  ])
})

test('what fell due on the way is told as what a move of the clock led to', () => {
  expect(
    actionsOf(ENTRIES).map(({ lead, consequences }) => [lead.entry, consequences.map(({ entry }) => entry)]),
  ).toEqual([
    [1, []],
    [3, [2]],
    [4, []],
  ])
})

test('an incident’s story: alert, page and resolution in its lane, zoomed into, with each entry to open', async () => {
  const { page, open, mock } = stage
  const cause = (event: string, body: unknown) => told(mock, 'POST', `/_understudy/events/${event}`, undefined, body)
  const fired = await cause('alert-fires', { serviceId: 'svc_payments', alert: 'CardsDeclined' })
  const id: string = fired.body.incidentId
  await cause('node-lost', { cluster: 'prod', node: 'worker-2' })
  await told(mock, 'POST', '/_understudy/clock/advance', undefined, { by: 'PT1H' })
  await told(mock, 'POST', `/api/v1/oncall/incidents/${id}/resolve`, 'owner')
  await open('story')
  const lane = page.locator('.story-names').getByTitle(`On-call incident ${id}`)
  await lane.waitFor()
  await page
    .getByRole('button', { name: /: Alert fires, / })
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /: Resolve incident, owner, / })
    .first()
    .waitFor()
  const moved = page.locator('.story-actions > li').filter({ hasText: 'Clock set to' })
  expect(await moved.getByRole('listitem').count()).toBeGreaterThan(3)

  const count = () => page.locator('.story-mark').count()
  const before = await count()
  const { x, y, width } = (await page.locator('.story-track').boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + 2, y + 1)
  await page.mouse.down()
  await page.mouse.move(x + width / 3, y + 1, { steps: 3 })
  await page.mouse.up()
  await expect.poll(count).toBeLessThan(before)
  await page.goBack()
  await expect.poll(count).toBe(before)

  await page.getByRole('button', { name: 'By actor' }).click()
  await page.locator('.story-names').getByText('Ada').waitFor()
  await page
    .getByRole('button', { name: /: Resolve incident, owner, / })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Entry \d+$/ }).waitFor()
})
