import { expect, test } from 'vitest'
import { ask, NINE, startedMock } from './support.ts'

const SERVICES = '/api/v1/uptime/services'

test('the latest requests are kept, newest first, with who asked and why they were answered so', async () => {
  const mock = await startedMock()
  await ask(mock, 'GET', `${SERVICES}?a=1`)
  await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'web' } })
  await ask(mock, 'GET', '/nothing', { as: 'member' })
  const log = async (query = '') => ((await ask(mock, 'GET', `/_understudy/requests${query}`)).body as Log).requests
  type Log = { requests: { id: number }[] }
  expect(await log()).toEqual([
    {
      id: 3,
      at: NINE,
      method: 'GET',
      path: '/nothing',
      actor: 'member',
      status: 404,
      durationMs: expect.any(Number),
      rules: [],
      gaps: expect.arrayContaining(['general.unknown-path-status']),
    },
    {
      id: 2,
      at: NINE,
      method: 'POST',
      path: SERVICES,
      operationId: 'createUptimeService',
      actor: 'owner',
      status: 201,
      durationMs: expect.any(Number),
      rules: expect.any(Array),
      gaps: expect.any(Array),
      entry: 1,
    },
    {
      id: 1,
      at: NINE,
      method: 'GET',
      path: `${SERVICES}?a=1`,
      operationId: 'listUptimeServices',
      status: 401,
      durationMs: expect.any(Number),
      rules: ['general.caller-needed'],
      gaps: expect.any(Array),
    },
  ])
  expect(await log('?status=201')).toMatchObject([{ id: 2 }])
  expect(await log('?operation=listUptimeServices')).toMatchObject([{ id: 1 }])
  expect(await log('?before=3&limit=1')).toMatchObject([{ id: 2 }])
  expect(await ask(mock, 'DELETE', '/_understudy/requests')).toMatchObject({ status: 204, body: undefined })
  expect(await log()).toEqual([])
  await ask(mock, 'GET', '/nothing')
  expect(await log()).toMatchObject([{ id: 4 }])
})

test('older requests drop out', async () => {
  const mock = await startedMock()
  for (let count = 0; count < 1_010; count++) await mock.fetch(`/nothing/${count}`)
  const { requests } = (await ask(mock, 'GET', '/_understudy/requests?limit=1000')).body as { requests: object[] }
  expect([requests.length, requests.at(0), requests.at(-1)]).toMatchObject([1_000, { id: 1_010 }, { id: 11 }])
  expect(await ask(mock, 'GET', '/_understudy/requests/10')).toMatchObject({
    status: 404,
    body: { error: 'there is no request 10 in the log' },
  })
})

test('one request is shown in full, without its credential, with a line that sends it again', async () => {
  const mock = await startedMock()
  const made = await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: "the owner's" } })
  const { body } = await ask(mock, 'GET', '/_understudy/requests/1')
  expect(body).toMatchObject({
    id: 1,
    requestHeaders: { authorization: '***', 'content-type': 'application/json' },
    requestBody: '{"name":"the owner\'s"}',
    responseHeaders: { 'Content-Type': 'application/json; charset=utf-8' },
    responseBody: JSON.stringify(made.body),
    curl: expect.stringMatching(
      /^curl -X POST .*-H 'authorization: \*\*\*' .*--data-raw '\{"name":"the owner'\\''s"\}' http:\/\/127\.0\.0\.1:\d+\/api\/v1\/uptime\/services$/,
    ),
  })
})

test('pages are listed oldest first, for one incident or person', async () => {
  const mock = await startedMock()
  const as = 'owner'
  const target = { kind: 'user', id: 'usr_bo', label: 'Bo' }
  const policy = await ask(mock, 'POST', '/api/v1/oncall/escalation-policies', {
    as,
    json: { name: 'first', repeat: 0, steps: [{ target, waitSeconds: 300 }] },
  })
  const escalationPolicyId = (policy.body as { id: string }).id
  const json = { escalationPolicyId }
  await ask(mock, 'PUT', '/api/v1/oncall/services/svc_checkout/escalation-policy', { as, json })
  const opened = await ask(mock, 'POST', '/api/v1/oncall/incidents', {
    as,
    json: { serviceId: 'svc_checkout', title: 'It smells' },
  })
  const incidentId = (opened.body as { id: string }).id
  const pages = async (query = '') => (await ask(mock, 'GET', `/_understudy/pages${query}`)).body
  const page = { id: expect.any(Number), incidentId, userId: 'usr_bo', channel: 'email', to: 'bo@acme.example' }
  const sent = { ...page, at: expect.any(String), step: 0, round: 0, outcome: 'sent' }
  expect(await pages()).toEqual({ pages: [sent] })
  expect(await pages(`?incidentId=${incidentId}&userId=usr_bo`)).toEqual({ pages: [sent] })
  expect(await pages('?userId=usr_ada')).toEqual({ pages: [] })
})
