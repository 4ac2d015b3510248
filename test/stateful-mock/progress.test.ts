import { expect, test } from 'vitest'
import { ask, startedMock } from './support.ts'

type Mock = Awaited<ReturnType<typeof startedMock>>
const PROGRESS = '/_understudy/clock/progress'
const setProgress = (mock: Mock, json: unknown) => ask(mock, 'PUT', PROGRESS, { json })
const phase = async (mock: Mock) =>
  ((await ask(mock, 'GET', '/api/v1/clusters/shop', { as: 'owner' })).body as { phase: string }).phase
const cluster = (mock: Mock) =>
  ask(mock, 'POST', '/api/v1/clusters', {
    as: 'owner',
    json: { name: 'shop', tier: 'small', orchestratorVersion: '1.32.4', replicas: 3 },
  })

/** A domain with its records published, and what it shows. */
async function domain(mock: Mock) {
  const made = await ask(mock, 'POST', '/api/v1/email/domains', { as: 'owner', json: { name: 'mail.acme.example' } })
  const { id } = made.body as { id: string }
  const path = `/api/v1/email/domains/${id}`
  return {
    publish: () => ask(mock, 'POST', '/_understudy/events/dns-record-published', { json: { domain: id } }),
    check: () => ask(mock, 'POST', `${path}/check`, { as: 'owner' }),
    state: async () => ((await ask(mock, 'GET', path, { as: 'owner' })).body as { sendState: string }).sendState,
  }
}

test('after a delay, if nothing is said: the clock ends it', async () => {
  const mock = await startedMock()
  expect((await ask(mock, 'GET', '/_understudy/clock')).body).toMatchObject({ progress: { mode: 'delay' } })
  expect((await cluster(mock)).status).toBe(201)
  expect(await phase(mock)).toBe('provisioning')
  await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT10M' } })
  expect(await phase(mock)).toBe('ready')
})

test('at once: what is asked for is done', async () => {
  const mock = await startedMock()
  expect(await setProgress(mock, { mode: 'at-once' })).toMatchObject({ status: 200, body: { mode: 'at-once' } })
  expect((await ask(mock, 'GET', '/_understudy/clock')).body).toMatchObject({ progress: { mode: 'at-once' } })
  await cluster(mock)
  expect(await phase(mock)).toBe('ready')
  const { publish, check, state } = await domain(mock)
  await check()
  expect(await state()).toBe('pending')
  await publish()
  expect(await state()).toBe('verified')
})

test('after reads: so many show the work, the next one its result', async () => {
  const mock = await startedMock()
  const wanted = { mode: 'after-reads', reads: 2 }
  expect(await setProgress(mock, wanted)).toMatchObject({ status: 200, body: wanted })
  await cluster(mock)
  expect([await phase(mock), await phase(mock), await phase(mock)]).toEqual(['provisioning', 'provisioning', 'ready'])
  const { publish, check, state } = await domain(mock)
  await publish()
  await check()
  expect([await state(), await state(), await state()]).toEqual(['pending', 'pending', 'verified'])
})

test('it is of one sandbox, undone like anything else, and over with a reset', async () => {
  const mock = await startedMock()
  const progress = async () => (await ask(mock, 'GET', '/_understudy/clock')).body
  await setProgress(mock, { mode: 'at-once' })
  const headers = { 'X-Understudy-Sandbox': 'other' }
  expect((await ask(mock, 'GET', '/_understudy/clock', { headers })).body).toMatchObject({
    progress: { mode: 'delay' },
  })
  await ask(mock, 'POST', '/_understudy/journal/undo', { json: { toEntry: 0 } })
  expect(await progress()).toMatchObject({ progress: { mode: 'delay' } })
  await setProgress(mock, { mode: 'at-once' })
  await ask(mock, 'POST', '/_understudy/reset')
  expect(await progress()).toMatchObject({ progress: { mode: 'delay' } })
})

test.each([{ mode: 'soon' }, { mode: 'after-reads' }, { mode: 'after-reads', reads: 0 }, {}])(
  '%j is 400',
  async (json) => {
    const mock = await startedMock()
    expect(await setProgress(mock, json)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  },
)
