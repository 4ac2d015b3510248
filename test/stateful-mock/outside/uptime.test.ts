import { expect } from 'vitest'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, outsider, as, nobody, happens, advance, setGap } = outside()

const MONITORS = '/uptime/monitors'
const HOME = {
  name: 'Home page',
  kind: 'http',
  intervalSeconds: 60,
  vantages: ['fra', 'iad'],
  timeoutMs: 5000,
  downCondition: { confirmations: 2, quorum: 1 },
  http: { url: 'https://shop.acme.example/', expectStatus: ['200'] },
}
const create = (change: object = {}, by = owner) => by.post(MONITORS, { ...HOME, ...change })
const made = async (change: object = {}): Promise<string> => (await create(change)).body.id
const probe = (monitorId: string, outcome: string, more: object = {}) =>
  happens('probe-result', { monitorId, outcome, ...more })
const read = async (id: string, what = '') => (await owner.get(`${MONITORS}/${id}${what}`)).body

line('UPT-01: 403 outside the private beta, 502 while the backend is out of reach, 404 for the unknown', async () => {
  const id = await made()
  const looks = ['/uptime/ping', '/uptime/catalog', '/uptime/services', MONITORS, `${MONITORS}/${id}`]
  const statuses = async () => each(await Promise.all(looks.map((path) => owner.get(path))), 'status')
  await happens('entitlement-changes', { organization: 'acme', area: 'uptime', enabled: false })
  expect([await statuses(), (await create()).status]).toEqual([[403, 403, 403, 403, 403], 403])
  expect((await outsider.get('/uptime/ping')).status).toBe(200)
  await happens('entitlement-changes', { organization: 'acme', area: 'uptime', enabled: true })
  await happens('backend-behaves', { backend: 'uptime', reachable: false })
  expect([await statuses(), (await create()).status]).toEqual([[502, 502, 502, 502, 502], 502])
  await happens('backend-behaves', { backend: 'uptime', reachable: true })
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  expect((await owner.get(MONITORS)).body.monitors).toHaveLength(1)
  expect((await create({ serviceId: 'none' })).status).toBe(404)
  expect((await owner.delete(`${MONITORS}/${id}`)).status).toBe(204)
  expect((await owner.get(`${MONITORS}/${id}`)).status).toBe(404)
  expect([(await owner.get(`${MONITORS}/none`)).status, (await owner.delete('/uptime/services/none')).status]).toEqual([
    404, 404,
  ])
})

line('UPT-05: at the quota a monitor is 403, before the backend has any say', async () => {
  await happens('quota-changes', { organization: 'acme', quota: 'monitors', value: 1 })
  const id = await made()
  const nonsense = { vantages: ['nowhere'], intervalSeconds: 7 }
  expect([(await create()).status, (await create(nonsense)).status]).toEqual([403, 403])
  await happens('backend-behaves', { backend: 'uptime', reachable: false })
  expect((await create(nonsense)).status).toBe(403)
  await happens('backend-behaves', { backend: 'uptime', reachable: true })
  expect(each((await owner.get(MONITORS)).body.monitors, 'id')).toEqual([id])
  await happens('quota-changes', { organization: 'acme', quota: 'monitors', value: 2 })
  expect((await create(nonsense)).status).toBe(400)
  expect((await create({ serviceId: 'none' })).status).toBe(404)
  const second = await create()
  expect(second).toMatchObject({ status: 201, body: HOME })
  const at = `${MONITORS}/${second.body.id}`
  expect((await owner.patch(at, { kind: 'tcp' })).status).toBe(400)
  await setGap('uptime.kind-in-patch', 'ignore')
  expect((await owner.patch(at, { name: 'Front page', kind: 'tcp' })).body).toMatchObject({
    ...HOME,
    name: 'Front page',
    kind: 'http',
  })
  expect((await owner.delete(at)).status).toBe(204)
  expect([(await owner.get(at)).status, (await owner.patch(at, { name: 'Again' })).status]).toEqual([404, 404])
  expect(each((await owner.get(MONITORS)).body.monitors, 'id')).toEqual([id])
})

line('UPT-06: unavailable metrics are 503, and the monitor goes on', async () => {
  const id = await made()
  await probe(id, 'ok', { latencyMs: 80 })
  const metrics = () => owner.get(`${MONITORS}/${id}/metrics?window=1h`)
  expect(await metrics()).toMatchObject({
    status: 200,
    body: {
      window: '1h',
      uptimePct: { fra: 100, iad: 100 },
      series: [
        { vantage: 'fra', points: [{ latencyMs: 80, up: 1 }] },
        { vantage: 'iad', points: [{ latencyMs: 80, up: 1 }] },
      ],
    },
  })
  await happens('metrics-availability', { organization: 'acme', available: false })
  expect(await metrics()).toMatchObject({ status: 503, body: { error: 'metrics are temporarily unavailable' } })
  await probe(id, 'fail', { times: 2 })
  expect((await read(id)).state).toBe('down')
  await happens('metrics-availability', { organization: 'acme', available: true })
  expect((await metrics()).body.uptimePct).toEqual({ fra: 33.333, iad: 33.333 })
})

line('UPT-07: probes drive the state by the down condition; failures and transitions are newest first', async () => {
  const id = await made()
  await probe(id, 'ok')
  await advance('PT1M')
  await probe(id, 'fail', { vantage: 'iad', errorKind: 'status', responseSnippet: 'x'.repeat(5000) })
  expect((await read(id)).state).toBe('up')
  await advance('PT1M')
  await probe(id, 'error', { vantage: 'iad', errorDetail: 'no answer' })
  expect(await read(id)).toMatchObject({ state: 'down', stateSince: '2026-03-05T09:02:00Z' })
  await advance('PT1M')
  await probe(id, 'ok', { vantage: 'iad' })
  expect(await read(id, '/transitions')).toEqual({
    transitions: [
      { at: '2026-03-05T09:03:00Z', from: 'down', to: 'up', failingVantages: [] },
      { at: '2026-03-05T09:02:00Z', from: 'up', to: 'down', failingVantages: ['iad'] },
      { at: '2026-03-05T09:00:00Z', from: 'pending', to: 'up', failingVantages: [] },
    ],
  })
  const { failures } = await read(id, '/failures')
  expect(failures).toMatchObject([
    { at: '2026-03-05T09:02:00Z', vantage: 'iad', outcome: 'error', errorDetail: 'no answer' },
    { at: '2026-03-05T09:01:00Z', vantage: 'iad', outcome: 'fail', errorKind: 'status' },
  ])
  expect(failures[1].responseSnippet.length).toBeLessThan(5000)
  for (let round = 0; round < 25; round++) {
    await probe(id, 'fail', { vantage: 'fra', times: 2 })
    await probe(id, 'ok', { vantage: 'fra' })
  }
  expect((await read(id, '/transitions')).transitions).toHaveLength(50)
  const wide = await made({ downCondition: { confirmations: 1, quorum: 2 } })
  await probe(wide, 'ok')
  await probe(wide, 'fail', { vantage: 'fra', times: 5 })
  expect((await read(wide)).state).toBe('up')
  await probe(wide, 'fail', { vantage: 'iad' })
  expect((await read(wide)).state).toBe('down')
})

line('UPT-08: an export token scrapes its organization, in what Prometheus reads, until it is revoked', async () => {
  const id = await made({ name: 'Home "page"' })
  await create({ name: 'Not ours' }, outsider)
  await probe(id, 'ok', { latencyMs: 80 })
  await probe(id, 'fail', { vantage: 'iad', latencyMs: 12.5 })
  const { id: tokenId, token } = (await owner.post('/uptime/export-tokens', { name: 'prometheus' })).body
  expect(JSON.stringify((await owner.get('/uptime/export-tokens')).body)).not.toContain(token)
  const scrape = () => as(token).get('/uptime/metrics')
  const scraped = await scrape()
  expect([scraped.status, scraped.type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const monitor = `monitor="${id}",name="Home \\"page\\""`
  expect(scraped.body.split('\n')).toEqual([
    '# HELP uptime_monitor_up Whether the last probe from the vantage succeeded.',
    '# TYPE uptime_monitor_up gauge',
    `uptime_monitor_up{${monitor},vantage="fra"} 1`,
    `uptime_monitor_up{${monitor},vantage="iad"} 0`,
    '# HELP uptime_monitor_latency_ms Latency of the last probe from the vantage in milliseconds.',
    '# TYPE uptime_monitor_latency_ms gauge',
    `uptime_monitor_latency_ms{${monitor},vantage="fra"} 80`,
    `uptime_monitor_latency_ms{${monitor},vantage="iad"} 12.5`,
    '# HELP uptime_monitor_state The state the monitor is in.',
    '# TYPE uptime_monitor_state gauge',
    `uptime_monitor_state{${monitor},state="up"} 1`,
    '',
  ])
  expect((await owner.get('/uptime/export-tokens')).body.tokens).toMatchObject([{ lastUsedAt: '2026-03-05T09:00:00Z' }])
  expect((await as(token).get(MONITORS)).status).toBe(401)
  expect((await owner.delete(`/uptime/export-tokens/${tokenId}`)).status).toBe(204)
  expect(await scrape()).toMatchObject({ status: 401, body: { error: 'this export token is revoked' } })
  expect([(await nobody.get('/uptime/metrics')).status, (await owner.get('/uptime/metrics')).status]).toEqual([
    401, 401,
  ])
  expect((await owner.get('/uptime/export-tokens')).body).toEqual({ tokens: [] })
})
