import { expect, test } from 'vitest'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { ask, startedMock } from './support.ts'

test('a personal token is a credential until it expires', async () => {
  const mock = await startedMock()
  const made = await ask(mock, 'POST', '/api/v1/tokens', { as: 'owner', json: { name: 'ci', expiresIn: 86400 } })
  expect(made).toMatchObject({ status: 201, body: { orgSlug: 'acme' } })
  const { key } = made.body as { key: string }
  expect(await ask(mock, 'GET', '/api/v1/uptime/ping', { as: key })).toMatchObject({
    status: 200,
    body: { org: 'acme' },
  })
  expect((await ask(mock, 'GET', '/_understudy/identities')).body).toMatchObject({
    actors: expect.arrayContaining([
      expect.objectContaining({
        name: 'owner',
        credentials: [
          { kind: 'session', value: 'owner', organization: 'acme' },
          { kind: 'personal-token', value: key, organization: 'acme' },
        ],
      }),
    ]),
  })
  await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P2D' } })
  expect(await ask(mock, 'GET', '/api/v1/uptime/ping', { as: key })).toMatchObject({ status: 401 })
})

test('an alert opens an incident, from outside or at the door of its source', async () => {
  const mock = await startedMock({ auth: 'off' })
  const fired = await ask(mock, 'POST', '/_understudy/events/alert-fires', {
    json: { serviceId: 'svc_checkout', alert: 'HighLatency', title: 'Checkout is slow' },
  })
  expect(fired).toMatchObject({ status: 200, body: { opened: true, firingAlerts: 1, entry: 1 } })
  const source = await ask(mock, 'POST', '/api/v1/oncall/alert-sources', {
    json: { name: 'prometheus', serviceId: 'svc_search' },
  })
  const { id, token } = source.body as { id: string; token: string }
  const door = `/api/v1/oncall/alert-sources/${id}/webhook`
  const json = { alerts: [{ status: 'firing', labels: { alertname: 'Down' }, fingerprint: 'f1' }] }
  expect(await ask(mock, 'POST', door, { as: token, json })).toMatchObject({ status: 202, body: undefined })
  expect(await ask(mock, 'POST', door, { json })).toMatchObject({ status: 401, body: { error: expect.any(String) } })
  expect((await ask(mock, 'GET', '/api/v1/oncall/incidents')).body).toMatchObject({
    incidents: [
      { serviceId: 'svc_search', status: 'open', firingAlerts: 1 },
      { serviceId: 'svc_checkout', status: 'open', firingAlerts: 1, title: 'Checkout is slow' },
    ],
  })
})

test('an operation is where the profile binds it, with the things the profile says are there', async () => {
  const path = '/api/v1/oncall/incident/manual'
  const mock = await startedMock({
    profile: {
      ...EMPTY_PROFILE,
      actors: { olga: { role: 'owner', organization: 'north', headers: { 'X-Key': 'k1' }, user: '501' } },
      bindings: { openIncident: { method: 'PUT', path, status: 200 } },
      vocabulary: { oncallServices: ['701'], users: [{ id: '502', label: 'Adam' }] },
    },
  })
  const headers = { 'X-Key': 'k1' }
  const open = { headers, json: { serviceId: '701', title: 'it smells' } }
  expect(await ask(mock, 'PUT', path, open)).toMatchObject({ status: 200, body: { serviceId: '701', status: 'open' } })
  expect(await ask(mock, 'POST', '/api/v1/oncall/incidents', open)).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  const schedule = {
    name: 'first line',
    timezone: 'UTC',
    participants: [
      { userId: '501', label: 'olga' },
      { userId: '502', label: 'Adam' },
    ],
    handoff: { interval: 'daily', time: '09:00' },
  }
  const made = await ask(mock, 'POST', '/api/v1/oncall/schedules', { headers, json: schedule })
  expect(made).toMatchObject({
    status: 201,
    body: {
      participants: [
        { userId: '501', label: 'olga' },
        { userId: '502', label: 'Adam' },
      ],
    },
  })
})
