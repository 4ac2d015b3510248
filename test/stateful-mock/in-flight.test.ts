import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask, startedMock } from './support.ts'
import type { Body } from './tour.ts'

const ALERT = { status: 'firing', labels: { alertname: 'Down' }, fingerprint: 'f1', startsAt: '2026-03-05T08:00:00Z' }

/** Sends the first half of a body, lets something happen, sends the rest; answers the status. */
async function inTwoHalves(
  mock: RunningMock,
  path: string,
  token: string,
  json: object,
  meanwhile: () => Promise<unknown>,
) {
  const text = JSON.stringify(json)
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  }
  const outgoing = request(`${mock.url}${path}`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    outgoing.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    outgoing.on('error', reject)
  })
  await new Promise((resolve) => outgoing.write(text.slice(0, 20), resolve))
  await meanwhile()
  outgoing.end(text.slice(20))
  return status
}

test('ONC-18: a delivery that is under way when its source is revoked gets 401', async () => {
  const mock = await startedMock()
  const body = { name: 'prometheus', serviceId: 'svc_checkout' }
  const source = (await ask(mock, 'POST', '/api/v1/oncall/alert-sources', { as: 'owner', json: body })).body as Body
  const path = `/api/v1/oncall/alert-sources/${source.id}/webhook`
  const deliver = (meanwhile: () => Promise<unknown>) =>
    inTwoHalves(mock, path, source.token, { version: '4', alerts: [ALERT] }, meanwhile)
  const incidents = async () =>
    ((await ask(mock, 'GET', '/api/v1/oncall/incidents', { as: 'owner' })).body as Body).incidents
  const revoke = () => ask(mock, 'DELETE', `/api/v1/oncall/alert-sources/${source.id}`, { as: 'owner' })
  expect(await deliver(revoke)).toBe(401)
  expect(await incidents()).toEqual([])
})
