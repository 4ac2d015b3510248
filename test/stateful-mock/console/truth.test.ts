import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('the empty log of a sandbox names the address of that sandbox', async () => {
  const { page, open, mock } = stage
  await told(mock, 'POST', '/_understudy/sandboxes', undefined, { name: 'aside' })
  await open('requests?sandbox=aside')
  const address = (await page.locator('.empty code').textContent()) ?? ''
  expect(address).toBe(`${mock.url}/sandboxes/aside/api/v1`)
  await fetch(`${address}/clusters`, { headers: { Authorization: 'Bearer owner' } })
  await page.getByRole('link', { name: 'listClusters' }).waitFor()
  await told(mock, 'DELETE', '/_understudy/sandboxes/aside')
})

test('a thing of another organization is said to be one, and can be looked at by acting as somebody there', async () => {
  const { page, open, mock } = stage
  const made = await told(mock, 'POST', '/api/v1/uptime/services', 'outsider', { name: 'Elsewhere' })
  expect(made.status).toBe(201)
  await open(`things/UptimeService/${made.body.id}`)
  await page.getByText('Ada Özdemir cannot see it').waitFor()
  await page.getByRole('button', { name: /^Act as / }).click()
  await page.getByRole('heading', { level: 1, name: /^Elsewhere/ }).waitFor()
})

test('a thing that was deleted can be looked at as it was', async () => {
  const { page, open, mock } = stage
  const { body } = await told(mock, 'POST', '/api/v1/uptime/services', 'owner', { name: 'Short-lived' })
  await told(mock, 'DELETE', `/api/v1/uptime/services/${body.id}`, 'owner')
  await open(`things/UptimeService/${body.id}`)
  await page.getByText('It was deleted').waitFor()
  await page.getByRole('link', { name: 'View its last state' }).click()
  await page.getByRole('heading', { level: 1, name: /^Short-lived/ }).waitFor()
  await open('things/UptimeService/never-there')
  await page.getByText('Not found').waitFor()
})

test('an incident that is resolved waits for nothing', async () => {
  const { page, open, mock } = stage
  const { due } = (await told(mock, 'GET', '/_understudy/clock')).body
  const { id } = due.find(({ timer }: { timer: string }) => timer === 'oncall.escalation-step')
  await open(`things/OncallIncident/${id}`)
  const byClock = page.getByRole('heading', { name: 'Timers' })
  await byClock.waitFor()
  await page.getByRole('button', { name: 'Resolve incident' }).click()
  await page.getByRole('heading', { level: 1, name: /resolved/ }).waitFor()
  await byClock.waitFor({ state: 'detached' })
  const left = (await told(mock, 'GET', '/_understudy/clock?effective=true')).body.due
  expect(left.filter((one: { id: string }) => one.id === id)).toEqual([])
})

test('a list that is empty says why: nothing matches, nothing was made, or it is made elsewhere', async () => {
  const { page, open, mock } = stage
  await open('areas/clusters?find=teapot')
  await page.getByText('No clusters match').waitFor()
  await told(mock, 'POST', '/_understudy/sandboxes', undefined, { name: 'bare', from: { seed: 'empty' } })
  await open('areas/clusters?sandbox=bare')
  await page.getByText('Create one with the button above').waitFor()
  await open('areas/email/EmailMessage?sandbox=bare')
  await page.getByText('They come from other operations and from outside events').waitFor()
  await told(mock, 'DELETE', '/_understudy/sandboxes/bare')
})

test('a number that is an id is written as one; two states of one thing say of what they are', async () => {
  const { page, open, mock } = stage
  const { deliveries } = (await told(mock, 'GET', '/api/v1/email/webhook-deliveries', 'owner')).body
  await open(`things/EmailDelivery/${deliveries[0].id}`)
  await page.getByRole('heading', { level: 1, name: `Delivery ${deliveries[0].id}` }).waitFor()
  expect(await page.locator('.facts dd').first().textContent()).toBe(String(deliveries[0].id))
  const { domains } = (await told(mock, 'GET', '/api/v1/email/domains', 'owner')).body
  await open(`things/EmailDomain/${domains[0].id}`)
  await page.getByRole('heading', { level: 1, name: /Receive: verified.*Send: verified/ }).waitFor()
})
