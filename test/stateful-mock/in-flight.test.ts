import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask, startedMock } from './support.ts'
import type { Body } from './tour.ts'

const OWNER = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
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

/** Sends a request that is held up, lets something happen meanwhile; answers the status. */
async function heldUp(given: Promise<{ readonly status: number }>, meanwhile: () => Promise<unknown>) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await meanwhile()
  return (await given).status
}

test('UPT-08, ONC-18: what a fault holds up is checked after that', async () => {
  const mock = await startedMock()
  const fault = { where: { all: true }, latency: { ms: 2_000 }, times: 1 }
  const make = async (path: string, json: object) =>
    (
      await mock.fetch(`/api/v1${path}`, { method: 'POST', headers: OWNER, body: JSON.stringify(json) })
    ).json() as Promise<Body>
  const drop = (path: string) => mock.fetch(`/api/v1${path}`, { method: 'DELETE', headers: OWNER })
  const arm = () => ask(mock, 'POST', '/_understudy/faults', { json: fault })

  const scraper = await make('/uptime/export-tokens', { name: 'grafana' })
  await arm()
  const scrape = ask(mock, 'GET', '/api/v1/uptime/metrics', { as: scraper.token })
  expect(await heldUp(scrape, () => drop(`/uptime/export-tokens/${scraper.id}`))).toBe(401)

  const source = await make('/oncall/alert-sources', { name: 'prometheus', serviceId: 'svc_checkout' })
  await arm()
  const json = { version: '4', alerts: [ALERT] }
  const delivery = ask(mock, 'POST', `/api/v1/oncall/alert-sources/${source.id}/webhook`, { as: source.token, json })
  expect(await heldUp(delivery, () => drop(`/oncall/alert-sources/${source.id}`))).toBe(401)
})

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
