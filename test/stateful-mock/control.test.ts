import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ask, NINE, startedMock } from './support.ts'

test('health answers', async () => {
  const mock = await startedMock({ version: '1.2.3' })
  expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', version: '1.2.3', sandboxes: 1 },
  })
})

describe('the clock', () => {
  test('moves by parts of a second', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT0.5S' } })).toMatchObject({
      status: 200,
      body: { clock: { now: NINE.replace('Z', '.500Z') } },
    })
  })

  test('is moved by two durations at the same time as if one after the other', async () => {
    const mock = await startedMock()
    const by = (duration: string) => ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: duration } })
    expect(await Promise.all([by('PT2M'), by('PT3M')])).toMatchObject([{ status: 200 }, { status: 200 }])
    expect((await ask(mock, 'GET', '/_understudy/clock')).body).toMatchObject({
      now: NINE.replace('09:00:00', '09:05:00'),
    })
    expect(await by('PT1M')).toMatchObject({ body: { clock: { now: NINE.replace('09:00:00', '09:06:00') } } })
  })

  test('stands, is moved by a duration and to an instant, and never back', async () => {
    const mock = await startedMock()
    const clock = (now: string) => ({ mode: 'frozen', now, progress: { mode: 'delay' }, due: [] })
    expect((await ask(mock, 'GET', '/_understudy/clock')).body).toEqual(clock(NINE))
    expect(await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P1MT30S' } })).toMatchObject({
      status: 200,
      body: { clock: clock('2026-04-05T09:00:30Z'), fired: [] },
    })
    const to = (instant: string) => ask(mock, 'POST', '/_understudy/clock/advance', { json: { to: instant } })
    expect((await to('2026-04-06T00:00:00+02:00')).body).toEqual({
      clock: clock('2026-04-05T22:00:00Z'),
      fired: [],
      entry: 2,
    })
    expect(await to(NINE)).toMatchObject({
      status: 409,
      body: { error: '2026-03-05T09:00:00Z has passed; it is 2026-04-05T22:00:00Z' },
    })
    const next = await ask(mock, 'POST', '/_understudy/clock/advance', { json: { nextDue: true } })
    expect(next.body).toEqual({ clock: clock('2026-04-05T22:00:00Z'), fired: [], entry: 3 })
  })
  test('shows the soonest of every timer, and moves to the next of one', async () => {
    const mock = await startedMock({ seed: 'acme' })
    const { kinds, due } = (await ask(mock, 'GET', '/_understudy/clock?kinds=true')).body as {
      kinds: { timer: string; at: string }[]
      due: { timer: string; at: string }[]
    }
    expect(new Set(kinds.map(({ timer }) => timer)).size).toBe(kinds.length)
    expect(kinds.map(({ at }) => Date.parse(at))).toEqual(
      kinds.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b),
    )
    expect(kinds).toEqual(expect.arrayContaining([due[0]]))
    const rolled = kinds.find(({ timer }) => timer === 'cluster-rolled')
    const moved = await ask(mock, 'POST', '/_understudy/clock/advance', {
      json: { nextDue: true, timer: 'cluster-rolled' },
    })
    expect(moved.body).toMatchObject({ clock: { now: rolled?.at } })
    expect(
      await ask(mock, 'POST', '/_understudy/clock/advance', { json: { nextDue: true, timer: 'tea' } }),
    ).toMatchObject({ status: 409, body: { error: 'no tea timer is pending' } })
  })
  test('runs with real time, or on from an instant', async () => {
    let real = Date.parse('2026-11-15T10:00:00Z')
    const mock = await startedMock({ clock: 'real', realNow: () => real })
    const now = async () => (await ask(mock, 'GET', '/_understudy/clock')).body
    expect(await now()).toMatchObject({ mode: 'real', now: '2026-11-15T10:00:00Z' })
    real += 1000
    expect(await now()).toMatchObject({ mode: 'real', now: '2026-11-15T10:00:01Z' })
    await ask(mock, 'PUT', '/_understudy/clock', { json: { mode: 'set', now: NINE } })
    real += 2000
    expect(await now()).toMatchObject({ mode: 'set', now: '2026-03-05T09:00:02Z' })
    await ask(mock, 'PUT', '/_understudy/clock', { json: { mode: 'frozen' } })
    real += 3000
    expect(await now()).toMatchObject({ mode: 'frozen', now: '2026-03-05T09:00:02Z' })
    await ask(mock, 'POST', '/_understudy/reset')
    expect(await now()).toMatchObject({ mode: 'real', now: '2026-11-15T10:00:06Z' })
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1H' } })
    expect(await now()).toMatchObject({ mode: 'set', now: '2026-11-15T11:00:06Z' })
  })
  test.each([
    ['PUT', '/_understudy/clock', { mode: 'set' }],
    ['PUT', '/_understudy/clock', { mode: 'frozen', now: '0001-01-01T00:00:00Z' }],
    ['PUT', '/_understudy/clock', { mode: 'frozen', now: 'tomorrow' }],
    ['POST', '/_understudy/clock/advance', { by: '2 hours' }],
    ['POST', '/_understudy/clock/advance', { by: 'P99999Y' }],
    ['POST', '/_understudy/clock/advance', { by: 'P9999999999999999999Y' }],
    ['POST', '/_understudy/clock/advance', {}],
  ])('%s %s %j is 400', async (method, path, json) => {
    const mock = await startedMock()
    expect(await ask(mock, method, path, { json })).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })
})

test('somebody who joins has a session among the identities, and may do what their role or their grants give', async () => {
  const mock = await startedMock()
  const changes = (json: object) =>
    ask(mock, 'POST', '/_understudy/events/role-changes', { json: { userId: 'usr_new', ...json } })
  await changes({ role: 'member' })
  const { actors } = (await ask(mock, 'GET', '/_understudy/identities')).body as {
    actors: { name: string; userId: string; credentials: { kind: string; value: string }[] }[]
  }
  const joined = actors.find(({ userId }) => userId === 'usr_new')
  expect(joined).toMatchObject({ name: 'new', memberships: [{ organization: 'acme', role: 'member' }] })
  const [session] = joined?.credentials ?? []
  expect(session?.kind).toBe('session')
  const reads = async () => (await ask(mock, 'GET', '/api/v1/clusters', { as: String(session?.value) })).status
  expect(await reads()).toBe(200)
  await changes({ grants: [] })
  expect(await reads()).toBe(403)
  await changes({ role: 'member' })
  expect(await reads()).toBe(200)
})

test('identities say who can call, and with what', async () => {
  const mock = await startedMock()
  const { body } = await ask(mock, 'GET', '/_understudy/identities')
  expect(body).toMatchObject({
    actors: [
      {
        name: 'owner',
        userId: 'usr_ada',
        label: 'Ada',
        email: 'ada@acme.example',
        memberships: [{ organization: 'acme', role: 'owner' }],
        credentials: [{ kind: 'session', value: 'owner', organization: 'acme' }],
      },
      { name: 'admin', memberships: [{ organization: 'acme', role: 'admin' }] },
      { name: 'member', memberships: [{ organization: 'acme', role: 'member' }] },
      { name: 'outsider', memberships: [{ organization: 'globex', role: 'owner' }] },
    ],
  })
})

test('seeds are listed; a reset starts from one of them', async () => {
  const mock = await startedMock()
  expect((await ask(mock, 'GET', '/_understudy/seeds')).body).toMatchObject({
    seeds: ['acme', 'empty', 'small', 'random:SEED:SIZE'].map((name) => ({ name, organizations: ['acme', 'globex'] })),
  })
  expect(await ask(mock, 'POST', '/_understudy/reset', { json: { seed: 'small' } })).toMatchObject({
    status: 200,
    body: { name: 'default', from: { seed: 'small' }, entries: 0, clock: { mode: 'frozen', now: NINE } },
  })
  expect(await ask(mock, 'POST', '/_understudy/reset', { json: { seed: 'smal' } })).toMatchObject({
    status: 404,
    body: { error: 'there is no seed smal (did you mean small?)' },
  })
})

describe('gaps', () => {
  test('are listed with the value in force, and can be set and set back', async () => {
    const mock = await startedMock()
    const changed = async () => (await ask(mock, 'GET', '/_understudy/gaps?changed=true&area=general')).body
    expect(await changed()).toEqual({ gaps: [] })
    const path = '/_understudy/gaps/general.unknown-path-status'
    expect(await ask(mock, 'PUT', path, { json: { value: 410 } })).toMatchObject({ status: 200, body: { value: 410 } })
    expect(await changed()).toEqual({
      gaps: [
        {
          id: 'general.unknown-path-status',
          about: 'Status for an unknown path.',
          where: 'nowhere mentioned',
          default: 404,
          value: 410,
          source: 'set',
          schema: { type: 'integer', minimum: 400, maximum: 499 },
          influences: ['all'],
        },
      ],
    })
    expect(await ask(mock, 'GET', '/nothing')).toMatchObject({ status: 410 })
    expect(await ask(mock, 'DELETE', path)).toMatchObject({ status: 200, body: { value: 404, source: 'default' } })
    expect(await ask(mock, 'GET', '/nothing')).toMatchObject({ status: 404 })
  })
  test('that fill a catalog change what is on offer at once, and undo takes it back', async () => {
    const mock = await startedMock()
    const set = (gap: string, value: unknown) => ask(mock, 'PUT', `/_understudy/gaps/${gap}`, { json: { value } })
    const get = async (path: string) => JSON.stringify((await ask(mock, 'GET', `/api/v1${path}`, { as: 'owner' })).body)
    const looks = ['/cluster-versions', '/uptime/catalog', '/registry/upstreams', '/iam/catalog', '/iam/permissions']
    const before = await Promise.all(looks.map(get))
    await set('clusters.version-catalog', ['9.1.0'])
    await set('uptime.catalog-intervals', [42])
    await set('uptime.catalog-vantages', [{ id: 'zrh', label: 'Zurich', available: true }])
    await set('registry.upstreams', [{ host: 'only.example', endpoint: 'https://only.example' }])
    await set('iam.builtin-roles', ['reader'])
    await set('iam.permission-catalog', { email: { label: 'Email', resources: { key: 'Keys' } } })
    await set('email.event-types', { sent: 'mail.gone' })
    const [versions, uptime, upstreams, roles, permissions] = await Promise.all(looks.map(get))
    expect(versions).toBe('{"versions":[{"version":"9.1.0","default":true}]}')
    expect(uptime).toContain('"intervals":[{"seconds":42,"label":"42 seconds"}]')
    expect(uptime).toContain('"vantages":[{"id":"zrh","label":"Zurich","available":true}]')
    expect(upstreams).toBe('{"upstreams":[{"host":"only.example","endpoint":"https://only.example"}]}')
    expect(roles).toMatch(/^{"roles":\[{"id":"email.reader"[^{]*}\]/)
    expect(permissions?.match(/"service":/g)).toHaveLength(1)
    const hook = { json: { url: 'https://a.example/', eventTypes: ['mail.gone'] }, as: 'owner' }
    expect(await ask(mock, 'POST', '/api/v1/email/webhooks', hook)).toMatchObject({ status: 201 })
    await ask(mock, 'POST', '/_understudy/journal/undo', { json: { toEntry: 1 } })
    expect(await get('/cluster-versions')).toBe(versions)
    await ask(mock, 'POST', '/_understudy/journal/undo', { json: { toEntry: 0 } })
    expect(await Promise.all(looks.map(get))).toEqual(before)
  })
  test('take only what is possible', async () => {
    const mock = await startedMock()
    const set = (gap: string, value: unknown) => ask(mock, 'PUT', `/_understudy/gaps/${gap}`, { json: { value } })
    expect(await set('general.unknown-path-status', 200)).toMatchObject({ status: 400 })
    expect(await set('general.unknown-path-statu', 404)).toMatchObject({
      status: 404,
      body: { error: 'there is no gap general.unknown-path-statu (did you mean general.unknown-path-status?)' },
    })
  })
})

test('rules are listed with what they say', async () => {
  const mock = await startedMock()
  const { body } = await ask(mock, 'GET', '/_understudy/rules?area=general')
  expect(body).toMatchObject({
    rules: expect.arrayContaining([
      {
        id: 'general.caller-needed',
        says: 'Without an authenticated caller the answer is 401.',
        checklist: 'GEN-05',
        where: 'Authentication, point 1; Errors',
        provenance: 'stated',
        status: 401,
      },
    ]),
  })
})

describe('what is not there', () => {
  test.each([
    ['POST', '/_understudy/events/node-joins', 400, 'a JSON body is required'],
    ['GET', '/_understudy/none/of/these', 404, 'the control interface has nothing at /_understudy/none/of/these'],
    [
      'GET',
      '/_understudy/helth',
      404,
      'the control interface has nothing at /_understudy/helth (did you mean /_understudy/health?)',
    ],
    ['GET', '/_understudy', 404, expect.stringMatching(/below it: .*\/_understudy\/clock, .*\/_understudy\/faults, /)],
    ['DELETE', '/_understudy/health', 405, '/_understudy/health does not support DELETE, only GET'],
    ['GET', '/_understudy/rules?aria=x', 400, 'aria is not a parameter of listRules'],
    ['GET', '/_understudy/gaps?changed=perhaps', 400, 'changed must be a boolean'],
  ])('%s %s is %i', async (method, path, status, error) => {
    const mock = await startedMock()
    expect(await ask(mock, method, path)).toMatchObject({ status, body: { error } })
  })
})

describe('the control interface is for this machine', () => {
  /** fetch does not let us choose these headers. */
  const told = (url: string, headers: Record<string, string>) =>
    new Promise<{ readonly status: number; readonly body: unknown }>((resolve, reject) => {
      request(`${url}/_understudy/reset`, { method: 'POST', headers }, (response) =>
        json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
      )
        .on('error', reject)
        .end()
    })
  const from = async (url: string, headers: Record<string, string>) => (await told(url, headers)).status
  test.each([
    [{}, 200],
    [{ Origin: 'http://localhost:5173' }, 200],
    [{ Origin: 'http://[::1]:5173' }, 200],
    [{ Host: 'app.localhost' }, 200],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://localhost.evil.example' }, 403],
    [{ Host: 'evil.example:4010' }, 403],
    [{ Host: 'evil.example', Origin: 'http://evil.example' }, 403],
    [{ Host: '127.evil.example' }, 403],
  ])('%j is %i', async (headers, status) => {
    const mock = await startedMock()
    expect(await from(mock.url, headers as Record<string, string>)).toBe(status)
  })
  test.each([
    [{ Host: 'mock:4010' }, 200],
    [{ Host: 'MOCK' }, 200],
    [{ Host: 'mock', Origin: 'http://mock:4010' }, 200],
    [{ Host: 'mock', Origin: 'http://app:3000' }, 200],
    [{ Origin: 'http://app:3000' }, 200],
    [{}, 200],
    [{ Host: 'mock', Origin: 'http://evil.example' }, 403],
    [{ Host: 'mock.evil.example:4010' }, 403],
    [{ Host: 'evil.example', Origin: 'http://mock:4010' }, 403],
    [{ Host: 'mock', Origin: 'null' }, 403],
  ])('with mock and app allowed, in a network of containers, %j is %i', async (headers, status) => {
    const mock = await startedMock({ allowedHosts: ['Mock', 'app'] })
    expect(await from(mock.url, headers as Record<string, string>)).toBe(status)
  })
  test('the refusal names the way out', async () => {
    const { url } = await startedMock()
    expect(await told(url, { Host: 'mock:4010' })).toEqual({
      status: 403,
      body: { error: 'the control interface does not respond to the host name mock (see --allow-host)' },
    })
    expect(await told(url, { Origin: 'http://app:3000' })).toEqual({
      status: 403,
      body: { error: 'the control interface does not respond to pages of http://app:3000 (see --allow-host)' },
    })
  })
  test('a page of this machine may read the answers', async () => {
    const mock = await startedMock()
    const headers = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'POST' }
    expect(await ask(mock, 'OPTIONS', '/_understudy/reset', { headers })).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': 'http://localhost:5173' },
    })
  })
})
