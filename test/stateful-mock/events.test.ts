import { describe, expect, test } from 'vitest'
import { ask, NINE, startedMock } from './support.ts'

const MONITORS = '/api/v1/uptime/monitors'
const monitor = {
  name: 'web',
  kind: 'tcp',
  tcp: { host: 'web.acme.example', port: 443 },
  intervalSeconds: 60,
  vantages: ['fra', 'iad'],
  timeoutMs: 1000,
  downCondition: { confirmations: 1, quorum: 1 },
  enabled: true,
}

describe('an outside event', () => {
  test('happens to the world, and says what it did', async () => {
    const mock = await startedMock()
    const down = { backend: 'uptime', reachable: false }
    expect(await ask(mock, 'POST', '/_understudy/events/backend-behaves', { json: down })).toMatchObject({
      status: 200,
      body: { entry: 1, changed: [] },
    })
    expect(await ask(mock, 'GET', '/api/v1/uptime/ping', { as: 'owner' })).toMatchObject({
      status: 502,
      headers: { 'x-understudy-rules': 'uptime.backend-unreachable' },
    })
    await ask(mock, 'POST', '/_understudy/reset')
    expect(await ask(mock, 'GET', '/api/v1/uptime/ping', { as: 'owner' })).toMatchObject({ status: 200 })
  })
  test('is in the journal with the answer that it got', async () => {
    const mock = await startedMock()
    const fired = { json: { serviceId: 'svc_checkout', alert: 'Slow' } }
    await ask(mock, 'POST', '/_understudy/events/alert-fires', fired)
    const { body } = await ask(mock, 'POST', '/_understudy/events/alert-fires', fired)
    expect(body).toMatchObject({ entry: 2 })
    expect((await ask(mock, 'GET', '/_understudy/journal/entries/2')).body).toMatchObject({
      answer: { status: 200, body },
    })
  })
  test('finds the organization by what it names', async () => {
    const mock = await startedMock()
    const made = await ask(mock, 'POST', MONITORS, { as: 'outsider', json: monitor })
    expect(made).toMatchObject({ status: 201, body: { state: 'pending' } })
    const { id } = made.body as { id: string }
    const event = { monitorId: id, outcome: 'fail', times: 1 }
    expect(await ask(mock, 'POST', '/_understudy/events/probe-result', { json: event })).toMatchObject({
      status: 200,
      body: { state: 'down', entry: 2, changed: [{ entity: 'UptimeMonitor', id, change: 'changed' }] },
    })
    expect((await ask(mock, 'GET', `${MONITORS}/${id}`, { as: 'outsider' })).body).toMatchObject({ state: 'down' })
  })
  test('finds the organization of mail by the domain of an address, or by the key', async () => {
    const mock = await startedMock()
    const theirs = (method: string, path: string, json?: object) =>
      ask(mock, method, `/api/v1/email${path}`, { as: 'outsider', ...(json && { json }) })
    const happens = (event: string, json: object) => ask(mock, 'POST', `/_understudy/events/${event}`, { json })
    const { id } = (await theirs('POST', '/domains', { name: 'mail.globex.example' })).body as { id: string }
    await theirs('POST', `/domains/${id}/receive`)
    await happens('dns-record-published', { domain: id })
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT10M' } })
    const { secret } = (await theirs('POST', '/keys', { name: 'shop' })).body as { secret: string }
    const [ours, somebody] = ['post@mail.globex.example', 'kim@customer.example']
    for (const more of [{}, { secret }])
      expect((await happens('message-sent', { from: ours, to: [somebody], ...more })).status).toBe(200)
    expect((await happens('message-received', { from: somebody, to: [ours] })).status).toBe(200)
    expect((await theirs('GET', '/messages')).body).toMatchObject({ messages: [{}, {}, {}] })
    expect(await happens('message-sent', { from: 'post@nowhere.example', to: [somebody] })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('has no domain') },
    })
  })
  test('happens to the organization it names', async () => {
    const mock = await startedMock()
    const event = (organization: string) => ({ organization, area: 'uptime', enabled: false })
    const path = '/_understudy/events/entitlement-changes'
    expect(await ask(mock, 'POST', path, { json: event('globex') })).toMatchObject({ status: 200 })
    expect(await ask(mock, 'GET', MONITORS, { as: 'owner' })).toMatchObject({ status: 200 })
    expect(await ask(mock, 'GET', MONITORS, { as: 'outsider' })).toMatchObject({ status: 403 })
    expect(await ask(mock, 'POST', path, { json: event('initech') })).toMatchObject({
      status: 404,
      body: { error: 'there is no organization named initech' },
    })
  })
  test.each([
    ['{', 400, 'the body is not JSON'],
    ['', 400, 'a JSON body is required'],
    ['{"monitorId":"m"}', 400, 'outcome is required'],
    ['{"monitorId":"m","outcome":"fail","tmes":2}', 400, 'unknown key tmes (did you mean times?)'],
    ['{"monitorId":"m","outcome":"fail"}', 404, 'there is no monitor m'],
    [
      '{"monitorId":"m","outcome":"fail","at":"2016-12-31T23:59:60Z"}',
      400,
      'at is not an instant that can be worked with',
    ],
  ])('with the body %s is %i', async (body, status, error) => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', '/_understudy/events/probe-result', { body })).toMatchObject({
      status,
      body: { error },
    })
    expect((await ask(mock, 'POST', '/_understudy/reset')).body).toMatchObject({ entries: 0 })
  })
  test('that cannot happen now is 409', async () => {
    const mock = await startedMock()
    const made = await ask(mock, 'POST', MONITORS, { as: 'owner', json: { ...monitor, enabled: false } })
    const { id } = made.body as { id: string }
    const json = { monitorId: id, outcome: 'ok' }
    expect(await ask(mock, 'POST', '/_understudy/events/probe-result', { json })).toMatchObject({
      status: 409,
      body: { error: `the monitor ${id} is disabled` },
    })
  })
})

describe('a use of a key or token happens when it is said to have happened', () => {
  const API = '/api/v1'
  const KINDS = [
    { kind: 'personal-token', at: '/tokens', json: { name: 'ci' }, list: 'tokens', shows: 'lastRequest' },
    { kind: 'send-key', at: '/email/keys', json: { name: 'ci' }, list: 'sendKeys', shows: 'lastUsedAt' },
    { kind: 'export-token', at: '/uptime/export-tokens', json: { name: 'ci' }, list: 'tokens', shows: 'lastUsedAt' },
    {
      kind: 'alert-source',
      at: '/oncall/alert-sources',
      json: { name: 'ci', serviceId: 'svc_checkout' },
      list: 'sources',
      shows: 'lastEventAt',
    },
    {
      kind: 'registration-token',
      at: '/clusters/prod/registration-tokens',
      json: { name: 'ci' },
      list: 'tokens',
      shows: 'lastUsed',
    },
  ] as const
  test.each(KINDS)('$kind', async ({ kind, at: path, json, list, shows }) => {
    const mock = await startedMock()
    await ask(mock, 'POST', `${API}/clusters`, { as: 'owner', json: { name: 'prod', tier: 'small' } })
    const made = (await ask(mock, 'POST', API + path, { as: 'owner', json })).body as {
      id: string
      sendKey?: { id: string }
    }
    const id = made.sendKey?.id ?? made.id
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1H' } })
    const usedAt = (at: string) =>
      ask(mock, 'POST', '/_understudy/events/credential-used', { json: { kind, id, cluster: 'prod', at } })
    const shown = async () => {
      const { body } = await ask(mock, 'GET', API + path, { as: 'owner' })
      return (body as Record<string, Record<string, unknown>[]>)[list]?.find((one) => one.id === id)?.[shows]
    }
    expect(await usedAt('2026-03-05T09:30:00Z')).toMatchObject({ body: { accepted: true, changed: [{ id }] } })
    expect(await shown()).toBe('2026-03-05T09:30:00Z')
    expect(await usedAt('2026-03-05T09:10:00Z')).toMatchObject({ body: { accepted: true, changed: [] } })
    expect(await shown()).toBe('2026-03-05T09:30:00Z')
    for (const [at, why] of [
      ['2026-03-05T08:00:00Z', 'was before'],
      ['2026-03-05T11:00:00Z', 'lies in the future'],
    ] as const)
      expect(await usedAt(at)).toMatchObject({ status: 409, body: { error: expect.stringContaining(why) } })
  })
})

test('what falls due is shown, and happens when the clock gets there', async () => {
  const mock = await startedMock()
  const made = await ask(mock, 'POST', MONITORS, { as: 'owner', json: monitor })
  const { id } = made.body as { id: string }
  const due = { at: '2026-03-05T09:01:00Z', timer: 'probe-due', entity: 'UptimeMonitor', id }
  expect((await ask(mock, 'GET', '/_understudy/clock')).body).toMatchObject({ mode: 'frozen', now: NINE, due: [due] })
  expect((await ask(mock, 'POST', '/_understudy/clock/advance', { json: { nextDue: true } })).body).toEqual({
    clock: { mode: 'frozen', now: '2026-03-05T09:01:00Z', progress: { mode: 'delay' }, due: [] },
    fired: [{ ...due, entry: 2 }],
    entry: 2,
  })
  expect((await ask(mock, 'GET', `${MONITORS}/${id}`, { as: 'owner' })).body).toMatchObject({ state: 'up' })
})

test('with a running clock it happens by itself', async () => {
  let real = Date.parse(NINE)
  const mock = await startedMock({ clock: 'real', realNow: () => real })
  const made = await ask(mock, 'POST', MONITORS, { as: 'owner', json: monitor })
  const { id } = made.body as { id: string }
  real += 61_000
  expect((await ask(mock, 'GET', `${MONITORS}/${id}`, { as: 'owner' })).body).toMatchObject({ state: 'up' })
})
