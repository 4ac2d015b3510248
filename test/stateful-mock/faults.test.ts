import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ask, NINE, startedMock } from './support.ts'

const FAULTS = '/_understudy/faults'
const PING = '/api/v1/uptime/ping'
const TOKENS = '/api/v1/tokens'
const MONITORS = '/api/v1/uptime/monitors'
const monitor = {
  name: 'web',
  kind: 'tcp',
  tcp: { host: 'web.acme.example', port: 443 },
  intervalSeconds: 60,
  vantages: ['fra'],
}
type Mock = Awaited<ReturnType<typeof startedMock>>
const arm = (mock: Mock, fault: unknown) => ask(mock, 'POST', FAULTS, { json: fault })
const faults = async (mock: Mock) => (await ask(mock, 'GET', FAULTS)).body
const get = (mock: Mock, path: string) => ask(mock, 'GET', path, { as: 'owner' })
const statuses = async (mock: Mock, path: string, times: number) => {
  const seen: number[] = []
  for (let time = 0; time < times; time++) seen.push((await get(mock, path)).status)
  return seen
}

describe('a fault', () => {
  test('is armed, strikes so many times, is listed with how often, and can be taken away', async () => {
    const mock = await startedMock()
    const armed = { id: 'flt_1', where: { operation: 'pingUptime' }, status: 502, times: 2, armedAt: NINE }
    expect(await get(mock, PING)).toMatchObject({ status: 200 })
    expect(await arm(mock, { where: { operation: 'pingUptime' }, status: 502, times: 2 })).toMatchObject({
      status: 201,
      body: { ...armed, remaining: 2, hits: 0 },
    })
    expect(await get(mock, PING)).toMatchObject({
      status: 502,
      body: { error: 'Bad Gateway, because the fault flt_1 is armed' },
    })
    expect(await faults(mock)).toEqual({ faults: [{ ...armed, remaining: 1, hits: 1 }] })
    expect(await statuses(mock, PING, 3)).toEqual([502, 200, 200])
    expect(await faults(mock)).toEqual({ faults: [{ ...armed, remaining: 0, hits: 2 }] })
    expect(await ask(mock, 'DELETE', `${FAULTS}/flt_1`)).toMatchObject({ status: 204 })
    expect(await ask(mock, 'DELETE', `${FAULTS}/flt_1`)).toMatchObject({
      status: 404,
      body: { error: 'no fault flt_1 is armed' },
    })
    expect(await faults(mock)).toEqual({ faults: [] })
  })
  test('strikes an operation, an area or everything; the oldest of several first', async () => {
    const mock = await startedMock()
    await arm(mock, { where: { area: 'uptime' }, status: 503, error: 'uptime is down', times: 2 })
    await arm(mock, { where: { all: true }, status: 500 })
    expect(await get(mock, MONITORS)).toMatchObject({
      status: 503,
      body: { error: 'uptime is down' },
      headers: { 'retry-after': '1' },
    })
    expect(await statuses(mock, TOKENS, 1)).toEqual([500])
    expect(await statuses(mock, MONITORS, 2)).toEqual([503, 500])
    await ask(mock, 'DELETE', FAULTS)
    expect(await statuses(mock, MONITORS, 1)).toEqual([200])
    await arm(mock, { where: { all: true }, status: 500 })
    await ask(mock, 'POST', '/_understudy/reset')
    expect(await statuses(mock, MONITORS, 1)).toEqual([200])
  })
  test('that is likely strikes the same requests every time', async () => {
    const runs = []
    for (let run = 0; run < 2; run++) {
      const mock = await startedMock()
      await arm(mock, { where: { all: true }, status: 500, probability: 0.4 })
      runs.push(await statuses(mock, PING, 50))
    }
    const struck = runs[0]?.filter((status) => status === 500).length ?? 0
    expect(struck).toBeGreaterThan(10)
    expect(struck).toBeLessThan(30)
    expect(runs[1]).toEqual(runs[0])
  })
  test('is of one sandbox only', async () => {
    const mock = await startedMock()
    const headers = { 'X-Understudy-Sandbox': 'mine' }
    await ask(mock, 'POST', FAULTS, { json: { where: { all: true }, status: 500 }, headers })
    expect(await ask(mock, 'GET', PING, { as: 'owner', headers })).toMatchObject({ status: 500 })
    expect(await get(mock, PING)).toMatchObject({ status: 200 })
  })
  test('is told in the request log', async () => {
    const mock = await startedMock()
    await arm(mock, { where: { all: true }, drop: true })
    await expect(get(mock, PING)).rejects.toThrow()
    expect((await ask(mock, 'GET', '/_understudy/requests')).body).toMatchObject({
      requests: [{ operationId: 'pingUptime', status: 0, fault: 'flt_1' }],
    })
  })
})

describe('a struck write', () => {
  const names = async (mock: Mock) =>
    ((await get(mock, MONITORS)).body as { monitors: { name: string }[] }).monitors.map(({ name }) => name)
  const once = { where: { operation: 'createMonitor' }, times: 1 }
  const create = (mock: Mock) => ask(mock, 'POST', MONITORS, { as: 'owner', json: monitor })

  test.each([
    [{ status: 500 }, []],
    [{ status: 500, takesEffect: true }, ['web']],
    [{ drop: true }, []],
    [{ drop: true, takesEffect: true }, ['web']],
    [{ truncateAfterBytes: 10 }, []],
    [{ truncateAfterBytes: 10, takesEffect: true }, ['web']],
    [{ latency: { ms: 1 } }, ['web']],
  ])('by %j has made %j', async (effect, made) => {
    const mock = await startedMock()
    await arm(mock, { ...once, ...effect })
    await create(mock).catch(() => {})
    expect(await faults(mock)).toMatchObject({ faults: [{ hits: 1 }] })
    expect(await names(mock)).toEqual(made)
    const entries = (await ask(mock, 'GET', '/_understudy/journal/entries')).body
    expect(entries).toMatchObject({ last: made.length })
    // The world is whole: the same again works, or is what the contract says of a second one.
    expect((await create(mock)).status).toBe(201)
  })
})

describe('on the wire', () => {
  /** All that comes back on a bare socket until it is closed. */
  const raw = (url: string, path: string) =>
    new Promise<{ text: string; ms: number }>((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const since = performance.now()
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer owner\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (bytes) => {
        text += bytes
      })
      socket.on('error', reject)
      socket.on('close', () => resolve({ text, ms: performance.now() - since }))
    })
  test('a dropped connection brings nothing', async () => {
    const mock = await startedMock()
    await arm(mock, { where: { all: true }, drop: true })
    expect((await raw(mock.url, PING)).text).toBe('')
  })
  test('a truncated body announces more than it brings', async () => {
    const mock = await startedMock()
    const whole = JSON.stringify((await get(mock, PING)).body)
    await arm(mock, { where: { all: true }, truncateAfterBytes: 5 })
    const { text } = await raw(mock.url, PING)
    const [head, body] = text.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(head).toContain(`Content-Length: ${whole.length}`)
    expect(body).toBe(whole.slice(0, 5))
  })
  test('latency is fixed or within a range, and comes with a status if both are armed', async () => {
    const mock = await startedMock()
    await arm(mock, { where: { operation: 'pingUptime' }, latency: { ms: 120 }, status: 504, times: 1 })
    await arm(mock, { where: { operation: 'pingUptime' }, latency: { minMs: 40, maxMs: 60 } })
    const timed = async () => {
      const since = performance.now()
      const { status } = await get(mock, PING)
      return { status, ms: performance.now() - since }
    }
    const first = await timed()
    expect(first.status).toBe(504)
    expect(first.ms).toBeGreaterThanOrEqual(118)
    const second = await timed()
    expect(second.status).toBe(200)
    expect(second.ms).toBeGreaterThanOrEqual(38)
  })
  test('the same holds without a socket', async () => {
    const mock = await startedMock()
    const headers = { Authorization: 'Bearer owner' }
    await arm(mock, { where: { all: true }, drop: true, times: 1 })
    await expect(mock.fetch(PING, { headers })).rejects.toThrow('dropped')
    await arm(mock, { where: { all: true }, truncateAfterBytes: 3 })
    const cut = await mock.fetch(PING, { headers })
    expect(cut.status).toBe(200)
    await expect(cut.text()).rejects.toThrow()
  })
})

describe('a fault with a body of its own', () => {
  test('answers with JSON and headers, or with any text', async () => {
    const mock = await startedMock()
    const jsonBody = { error: 'quota used up', limit: 100 }
    const headers = { 'Retry-After': '30', 'X-RateLimit-Remaining': '0' }
    await arm(mock, { where: { operation: 'pingUptime' }, status: 429, jsonBody, headers, times: 1 })
    expect(await get(mock, PING)).toMatchObject({
      status: 429,
      body: jsonBody,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '30',
        'x-ratelimit-remaining': '0',
      },
    })
    const page = '<h1>Sign in to the hotel network</h1>'
    const html = { 'content-type': 'text/html' }
    await arm(mock, { where: { all: true }, status: 200, body: page, headers: html, times: 1 })
    const response = await fetch(mock.url + PING, { headers: { Authorization: 'Bearer owner' } })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/html',
      page,
    ])
    await arm(mock, { where: { all: true }, status: 503, headers: { 'retry-after': '7' }, times: 1 })
    expect(await get(mock, PING)).toMatchObject({
      status: 503,
      body: { error: 'Service Unavailable, because the fault flt_3 is armed' },
      headers: { 'retry-after': '7' },
    })
    expect(await statuses(mock, PING, 1)).toEqual([200])
  })
  test('leaves the address of a redirect as it is, in a sandbox too', async () => {
    const mock = await startedMock()
    const headers = { 'X-Understudy-Sandbox': 'mine' }
    const elsewhere = { Location: 'http://127.0.0.1:1/elsewhere' }
    const json = { where: { all: true }, status: 302, body: '', headers: elsewhere }
    await ask(mock, 'POST', FAULTS, { json, headers })
    const response = await fetch(`${mock.url}/sandboxes/mine${PING}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, elsewhere.Location])
  })
})

describe('a fault that matches', () => {
  const create = (mock: Mock, json: unknown, as = 'owner') => ask(mock, 'POST', MONITORS, { as, json })

  test.each([
    ['a path', { path: MONITORS }, [MONITORS], [TOKENS, `${MONITORS}/mon_1`]],
    ['a path with a star', { path: '/api/v1/uptime/*' }, [MONITORS, PING], [TOKENS, `${MONITORS}/mon_1`]],
    ['a path with very many stars', { path: `${MONITORS}/${'*'.repeat(60)}x` }, [], [`${MONITORS}/${'a'.repeat(60)}`]],
    ['a path with a dot', { path: '/api/v1/uptim./ping' }, [], [PING]],
    ['a query', { query: { status: 'open' } }, ['/api/v1/oncall/incidents?status=open'], ['/api/v1/oncall/incidents']],
    ['a header', { headers: { 'Accept-Language': 'de' } }, [], [PING]],
    ['a caller', { actor: 'owner' }, [PING], []],
    ['another caller', { actor: 'member' }, [], [PING]],
    ['a body where there is none', { body: { name: 'web' } }, [], [PING]],
  ])('%s applies to those requests alone', async (_, match, struck, spared) => {
    const mock = await startedMock()
    await arm(mock, { where: { all: true }, match, status: 418 })
    for (const path of struck) expect([path, (await get(mock, path)).status]).toEqual([path, 418])
    for (const path of spared) expect([path, (await get(mock, path)).status]).not.toEqual([path, 418])
  })
  test('a header applies whatever the case of its name', async () => {
    const mock = await startedMock()
    await arm(mock, { where: { all: true }, match: { headers: { 'Accept-Language': 'de' } }, status: 418 })
    const headers = { 'accept-language': 'de' }
    expect(await ask(mock, 'GET', PING, { as: 'owner', headers })).toMatchObject({ status: 418 })
  })
  test('a part of a body applies to bodies that have more, and counts only those', async () => {
    const mock = await startedMock()
    const match = { body: { kind: 'tcp', tcp: { port: 443 }, vantages: ['fra'] } }
    await arm(mock, { where: { operation: 'createMonitor' }, match, status: 418, times: 1 })
    expect(await create(mock, { ...monitor, tcp: { ...monitor.tcp, port: 80 } })).toMatchObject({ status: 201 })
    expect(await create(mock, { ...monitor, vantages: ['fra', 'iad'] })).toMatchObject({ status: 201 })
    expect(await create(mock, monitor)).toMatchObject({ status: 418 })
    expect(await faults(mock)).toMatchObject({ faults: [{ match, hits: 1, remaining: 0 }] })
    expect(await create(mock, monitor)).toMatchObject({ status: 201 })
  })
})

test.each([
  [{ status: 500 }, 400],
  [{ where: { all: true } }, 400],
  [{ where: { all: true, area: 'uptime' }, status: 500 }, 400],
  [{ where: { all: true }, status: 200 }, 400],
  [{ where: { all: true }, status: 500, probability: 0 }, 400],
  [{ where: { all: true }, latency: { minMs: 9, maxMs: 3 } }, 400],
  [{ where: { operation: 'pingUptme' }, status: 500 }, 404],
  [{ where: { all: true }, match: {}, status: 500 }, 400],
  [{ where: { all: true }, match: { path: 'tokens' }, status: 500 }, 400],
  [{ where: { all: true }, match: { actor: 'onwer' }, status: 500 }, 404],
  [{ where: { all: true }, status: 500, body: 'a', jsonBody: {} }, 400],
  [{ where: { all: true }, drop: true, jsonBody: {} }, 400],
  [{ where: { all: true }, drop: true, headers: { 'X-A': 'b' } }, 400],
  [{ where: { all: true }, status: 204, body: '' }, 400],
  [{ where: { all: true }, status: 500, headers: { 'Content-Length': '3' } }, 400],
  [{ where: { all: true }, status: 500, headers: { 'X A': 'b' } }, 400],
  [{ where: { all: true }, status: 500, headers: { 'X-A': 'b\r\nc: d' } }, 400],
])('%j is %i', async (fault, status) => {
  const mock = await startedMock()
  expect(await arm(mock, fault)).toMatchObject({ status, body: { error: expect.any(String) } })
})
