import { describe, expect, test, vi } from 'vitest'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import { isRefused } from '../../../stateful-mock/world/refused.ts'
import { ask, NINE, profileWith, startedMock } from '../support.ts'

const SERVICES = '/api/v1/uptime/services'
const CONTROL = '/_understudy/sandboxes'
const inside = (sandbox: string) => ({ 'X-Understudy-Sandbox': sandbox })

type Mock = Parameters<typeof ask>[0]
const add = (mock: Mock, name: string, sandbox?: string) =>
  ask(mock, 'POST', SERVICES, { as: 'owner', json: { name }, ...(sandbox && { headers: inside(sandbox) }) })
const names = async (mock: Mock, sandbox?: string): Promise<string[]> => {
  const { body } = await ask(mock, 'GET', SERVICES, { as: 'owner', ...(sandbox && { headers: inside(sandbox) }) })
  return (body as { services: { name: string }[] }).services.map(({ name }) => name)
}

describe('a request is in a sandbox', () => {
  test('by its header, by its path, or in the default one', async () => {
    const mock = await startedMock()
    await add(mock, 'here')
    await add(mock, 'by header', 'mine')
    await ask(mock, 'POST', `/sandboxes/mine${SERVICES}`, { as: 'owner', json: { name: 'by path' } })
    expect(await names(mock)).toEqual(['here'])
    expect(await names(mock, 'default')).toEqual(['here'])
    expect((await names(mock, 'mine')).toSorted()).toEqual(['by header', 'by path'])
    expect(await ask(mock, 'GET', `/sandboxes/default${SERVICES}`, { as: 'owner' })).toMatchObject({
      body: { services: [{ name: 'here' }] },
    })
  })

  test('also at the control interface: clock, gaps, faults and journal are its own', async () => {
    const mock = await startedMock()
    const headers = inside('mine')
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P1D' }, headers })
    await ask(mock, 'PUT', '/_understudy/gaps/general.unknown-path-status', { json: { value: 400 }, headers })
    await ask(mock, 'POST', '/sandboxes/mine/_understudy/faults', { json: { where: { all: true }, status: 503 } })
    expect(await ask(mock, 'GET', '/sandboxes/mine/_understudy/clock')).toMatchObject({
      body: { now: '2026-03-06T09:00:00Z' },
    })
    expect(await ask(mock, 'GET', '/_understudy/clock')).toMatchObject({ body: { now: NINE } })
    expect(await ask(mock, 'GET', '/nothing', { headers })).toMatchObject({ status: 400 })
    expect(await ask(mock, 'GET', '/nothing')).toMatchObject({ status: 404 })
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner', headers })).toMatchObject({ status: 503 })
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner' })).toMatchObject({ status: 200 })
    expect(await ask(mock, 'GET', '/_understudy/journal/entries', { headers })).toMatchObject({ body: { last: 2 } })
    expect(await ask(mock, 'GET', '/_understudy/journal/entries')).toMatchObject({ body: { entries: [], last: 0 } })
    expect(await ask(mock, 'GET', '/_understudy/requests')).toMatchObject({ body: { requests: [{}, {}] } })
  })

  test('and stays in it when it is sent elsewhere', async () => {
    const mock = await startedMock({ profile: profileWith({ 'general.trailing-slash': 'redirect' }) })
    const { status, headers } = await ask(mock, 'GET', `/sandboxes/mine${SERVICES}/?a=b`, { as: 'owner' })
    expect([status, headers.location]).toEqual([308, `/sandboxes/mine${SERVICES}?a=b`])
  })

  test.each([
    ['/sandboxes/one/api/v1/tokens', 'other', 'the path selects the sandbox one, but the header selects other'],
    ['/api/v1/tokens', '.hidden', 'the name of a sandbox has up to 64 letters, digits, dots, dashes and underscores'],
    ['/sandboxes//api/v1/tokens', undefined, expect.stringContaining('the name of a sandbox')],
    ['/sandboxes/a%20b/_understudy/clock', undefined, expect.stringContaining('the name of a sandbox')],
  ])('but not in %s with the header %s', async (path, header, error) => {
    const mock = await startedMock()
    const headers = header === undefined ? {} : inside(header)
    expect(await ask(mock, 'GET', path, { headers })).toMatchObject({ status: 400, body: { error } })
    expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ body: { sandboxes: 1 } })
  })
})

describe('sandboxes', () => {
  const shown = (name: string, from: object, entries = 0, now = NINE) => ({
    name,
    from,
    createdAt: expect.stringMatching(/^\d{4}-/),
    lastUsedAt: expect.stringMatching(/^\d{4}-/),
    entries,
    clock: { mode: 'frozen', now },
  })

  test('are made, listed, looked at and dropped', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', CONTROL, { json: { name: 'a' } })).toMatchObject({
      status: 201,
      body: shown('a', { seed: 'small' }),
    })
    expect(await ask(mock, 'POST', CONTROL, { json: { name: 'b', from: { seed: 'empty' } } })).toMatchObject({
      status: 201,
      body: shown('b', { seed: 'empty' }),
    })
    await add(mock, 'one', 'b')
    expect((await ask(mock, 'GET', CONTROL)).body).toEqual({
      sandboxes: [shown('default', { seed: 'small' }), shown('a', { seed: 'small' }), shown('b', { seed: 'empty' }, 1)],
      limit: 100,
    })
    expect(await ask(mock, 'DELETE', `${CONTROL}/b`)).toMatchObject({ status: 204 })
    expect(await ask(mock, 'GET', `${CONTROL}/b`)).toMatchObject({
      status: 404,
      body: { error: 'there is no sandbox named b' },
    })
    expect(await names(mock, 'b')).toEqual([])
    expect((await ask(mock, 'GET', `${CONTROL}/b`)).body).toEqual(shown('b', { seed: 'small' }))
  })

  test('fork: the two have one past and go their own ways; a reset comes back to the fork', async () => {
    const mock = await startedMock()
    await add(mock, 'before', 'trunk')
    await ask(mock, 'PUT', '/_understudy/gaps/general.unknown-path-status', {
      json: { value: 400 },
      headers: inside('trunk'),
    })
    expect(await ask(mock, 'POST', `${CONTROL}/trunk/fork`, { json: { name: 'branch' } })).toMatchObject({
      status: 201,
      body: shown('branch', { fork: 'trunk' }, 2),
    })
    const [first, second] = [await add(mock, 'next', 'trunk'), await add(mock, 'next', 'branch')]
    expect(first.body).toEqual(second.body)
    await add(mock, 'only here', 'branch')
    expect(await names(mock, 'trunk')).not.toContain('only here')
    expect(await ask(mock, 'GET', '/nothing', { headers: inside('branch') })).toMatchObject({ status: 400 })
    await ask(mock, 'DELETE', `${CONTROL}/trunk`)
    expect(await ask(mock, 'POST', `${CONTROL}/branch/reset`)).toMatchObject({
      status: 200,
      body: shown('branch', { fork: 'trunk' }),
    })
    expect(await names(mock, 'branch')).toEqual(['before'])
  })

  test('fork from an entry', async () => {
    const mock = await startedMock()
    for (const name of ['one', 'two', 'three']) await add(mock, name)
    const fork = (name: string, entry: number) =>
      ask(mock, 'POST', `${CONTROL}/default/fork`, { json: { name, entry } })
    expect(await fork('early', 1)).toMatchObject({ status: 201, body: { entries: 1 } })
    expect(await names(mock, 'early')).toEqual(['one'])
    expect(await fork('start', 0)).toMatchObject({ status: 201, body: { entries: 0 } })
    expect(await names(mock, 'start')).toEqual([])
    expect(await fork('late', 4)).toMatchObject({ status: 404, body: { error: 'there is no entry 4 to fork from' } })
  })

  test('come from an exported world too', async () => {
    const mock = await startedMock()
    await add(mock, 'kept')
    const { body: world } = await ask(mock, 'GET', '/_understudy/world')
    await add(mock, 'not kept')
    expect(await ask(mock, 'POST', CONTROL, { json: { name: 'copy', from: { world } } })).toMatchObject({
      status: 201,
      body: shown('copy', { world: 'imported' }),
    })
    expect(await names(mock, 'copy')).toEqual(['kept'])
    expect(await ask(mock, 'PUT', '/_understudy/world', { json: world, headers: inside('other') })).toMatchObject({
      status: 204,
    })
    expect((await ask(mock, 'GET', '/_understudy/world', { headers: inside('other') })).body).toEqual({
      ...(world as object),
      entry: 0,
    })
  })

  test.each([
    [{}, 400, 'name is required'],
    [{ name: 'a b' }, 400, expect.stringContaining('name')],
    [{ name: 'default' }, 409, 'a sandbox named default already exists'],
    [{ name: 'x', from: { seed: 'acm' } }, 404, 'there is no seed acm (did you mean acme?)'],
    [{ name: 'x', from: { fork: 'nobody' } }, 404, 'there is no sandbox named nobody'],
  ])('are not made of %j', async (json, status, error) => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', CONTROL, { json })).toMatchObject({ status, body: { error } })
    expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ body: { sandboxes: 1 } })
  })

  test.each([
    [{ version: '0' }, 'the import is not a saved world: it was saved by version 0 of the model, and this is 1'],
    [{ gaps: { 'general.nothing': 1 } }, 'the import sets general.nothing, and there is no such gap'],
    [{ state: {} }, 'the import is not a saved world: its state has no serial'],
  ])('are not replaced by an import with %j', async (wrong, error) => {
    const mock = await startedMock()
    const { body } = await ask(mock, 'GET', '/_understudy/world')
    const json = { ...(body as object), ...wrong }
    expect(await ask(mock, 'PUT', '/_understudy/world', { json })).toMatchObject({ status: 409, body: { error } })
  })

  test('the default one cannot be dropped', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'DELETE', `${CONTROL}/default`)).toMatchObject({
      status: 409,
      body: { error: 'the default sandbox cannot be dropped; it can be reset' },
    })
  })

  test('are not made for a page from another site', async () => {
    const mock = await startedMock()
    const headers = { ...inside('evil'), Origin: 'https://evil.example' }
    expect(await ask(mock, 'GET', '/_understudy/clock', { headers })).toMatchObject({ status: 403 })
    expect(await ask(mock, 'POST', CONTROL, { headers, json: { name: 'evil' } })).toMatchObject({ status: 403 })
    expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ body: { sandboxes: 1 } })
  })

  test('there are only so many, and who is idle makes room and it is said', async () => {
    let now = Date.parse(NINE)
    const notices: string[] = []
    const mock = await startedMock({
      sandboxes: { most: 3, idleMinutes: 10 },
      realNow: () => now,
      onNotice: (notice) => notices.push(notice),
    })
    await names(mock, 'a')
    await names(mock, 'b')
    const full = { error: 'the maximum number of sandboxes (3) is reached; drop one first' }
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner', headers: inside('c') })).toMatchObject({
      status: 409,
      body: full,
    })
    expect(await ask(mock, 'POST', CONTROL, { json: { name: 'c' } })).toMatchObject({ status: 409, body: full })
    now += 9 * 60_000
    await names(mock, 'b')
    now += 2 * 60_000
    expect(await names(mock, 'c')).toEqual([])
    expect(notices).toEqual(['The sandbox a was not used for 10 minutes and is gone.'])
    expect(await ask(mock, 'GET', `${CONTROL}/a`)).toMatchObject({ status: 404 })
    expect(await ask(mock, 'GET', `${CONTROL}/b`)).toMatchObject({ status: 200 })
    await ask(mock, 'DELETE', `${CONTROL}/c`)
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner', headers: inside('a') })).toMatchObject({
      status: 410,
      body: { error: 'the sandbox a was not used for 10 minutes and is gone; ask again for a new one' },
    })
    expect(await names(mock, 'a')).toEqual([])
  })

  test('an open stream is use', async () => {
    let now = Date.parse(NINE)
    const mock = await startedMock({ sandboxes: { most: 3, idleMinutes: 10 }, realNow: () => now })
    const gone = new AbortController()
    const stream = await fetch(`${mock.url}/sandboxes/watched/_understudy/stream`, { signal: gone.signal })
    const reader = stream.body?.getReader()
    await reader?.read()
    now += 60 * 60_000
    await names(mock, 'b')
    const left = async () => (await ask(mock, 'GET', CONTROL)).body as { sandboxes: { name: string }[] }
    expect((await left()).sandboxes.map(({ name }) => name)).toEqual(['default', 'watched', 'b'])
    gone.abort()
    await vi.waitFor(async () => {
      now += 60 * 60_000
      expect((await left()).sandboxes.map(({ name }) => name)).toEqual(['default'])
    })
  })
})

test('a fork of the default world takes less than a millisecond', () => {
  const { sandboxes } = makeNodeMock({ clock: { frozenAt: NINE }, sandboxes: { most: 1_000 } })
  const { defaultSandbox } = sandboxes
  const times = Array.from({ length: 200 }, (_, count) => {
    const start = performance.now()
    const fork = sandboxes.fork(defaultSandbox, `fork-${count}`)
    const ms = performance.now() - start
    expect(isRefused(fork)).toBe(false)
    return ms
  })
  expect(times.toSorted((a, b) => a - b)[100]).toBeLessThan(1)
})

describe('from a program', () => {
  test('a sandbox has an address, answers, is reset, forked and dropped', async () => {
    const mock = await startedMock()
    const mine = mock.sandbox('mine')
    expect(mine).toMatchObject({ name: 'mine', url: `${mock.url}/sandboxes/mine` })
    const as = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
    const post = { method: 'POST', headers: as, body: '{"name":"one"}' }
    expect((await mine.fetch(SERVICES, post)).status).toBe(201)
    const count = async (url: string) =>
      ((await (await fetch(url + SERVICES, { headers: as })).json()) as { services: unknown[] }).services.length
    const fork = mine.fork('its-fork')
    mine.reset()
    expect([await count(mine.url), await count(fork.url), await count(mock.url)]).toEqual([0, 1, 0])
    fork.drop()
    expect(await count(fork.url)).toBe(0)
    expect((await mock.sandbox('other', { seed: 'empty' }).fetch('/_understudy/world')).status).toBe(200)
  })

  test('it throws a sentence where there can be none', async () => {
    const mock = await startedMock({ sandboxes: { most: 1 } })
    expect(() => mock.sandbox('x')).toThrow('the maximum number of sandboxes (1) is reached')
    expect(() => mock.sandbox('no name')).toThrow('the name of a sandbox')
  })
})

test('many sandboxes with traffic of their own do not see each other', async () => {
  const many = process.env.UNDERSTUDY_FULL ? 500 : 50
  const mock = await startedMock({ seed: 'acme', sandboxes: { most: many + 1 } })
  const all = Array.from({ length: many }, (_, number) => `box-${number}`)
  await Promise.all(
    all.map(async (sandbox, number) => {
      for (let count = 0; count <= number % 7; count++) await add(mock, `${sandbox} ${count}`, sandbox)
      if (number % 3 === 0) {
        const headers = inside(sandbox)
        await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: `PT${number}H` }, headers })
      }
    }),
  )
  const seeded = await names(mock)
  await Promise.all(
    all.map(async (sandbox, number) => {
      const own = (await names(mock, sandbox)).filter((name) => !seeded.includes(name))
      expect(own.toSorted()).toEqual(Array.from({ length: (number % 7) + 1 }, (_, count) => `${sandbox} ${count}`))
      const { body } = await ask(mock, 'GET', '/_understudy/clock', { headers: inside(sandbox) })
      const hours = number % 3 === 0 ? number : 0
      expect(body).toMatchObject({
        now: new Date(Date.parse(NINE) + hours * 3_600_000).toISOString().replace('.000Z', 'Z'),
      })
    }),
  )
})
