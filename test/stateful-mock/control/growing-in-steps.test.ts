import { expect, onTestFinished, test } from 'vitest'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'

async function started(seed = 'small'): Promise<RunningMock> {
  const mock = await createMock({ seed })
  onTestFinished(() => mock.close())
  return mock
}

const post = (mock: RunningMock, path: string, body: unknown) =>
  mock.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function serviceIds(mock: RunningMock, prefix = ''): Promise<string[]> {
  const shown = await (await mock.fetch(`${prefix}/_understudy/world`)).json()
  const { state } = shown as { state: { tables: { UptimeService: { id: string }[] } } }
  return state.tables.UptimeService.map(({ id }) => id)
}

const LARGE = 'random:1:1500'

test('others are answered while a large world grows, and what grows is the same as at once', async () => {
  const mock = await started()
  let made = false
  const making = post(mock, '/_understudy/sandboxes', { name: 'large', from: { seed: LARGE } }).then(({ status }) => {
    made = true
    return status
  })
  expect((await post(mock, '/_understudy/sandboxes', { name: 'small' })).status).toBe(201)
  expect(made).toBe(false)
  expect(await making).toBe(201)
  expect(await serviceIds(mock, '/sandboxes/large')).toEqual(await serviceIds(await started(LARGE)))
})

test('a reset waits for it too; a sandbox that is dropped meanwhile is not there again', async () => {
  const mock = await started()
  const there = '/_understudy/sandboxes/short-lived'
  await post(mock, '/_understudy/sandboxes', { name: 'short-lived' })
  const resetting = post(mock, '/sandboxes/short-lived/_understudy/reset', { seed: LARGE })
  await post(mock, '/_understudy/sandboxes', { name: 'small' })
  expect((await mock.fetch(there, { method: 'DELETE' })).status).toBe(204)
  expect((await resetting).status).toBe(404)
  expect((await mock.fetch(there)).status).toBe(404)
  expect((await post(mock, '/_understudy/reset', { seed: LARGE })).status).toBe(200)
})
