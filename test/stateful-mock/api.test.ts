import { describe, expect, test } from 'vitest'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { ask, profileWith, startedMock } from './support.ts'

const SERVICES = '/api/v1/uptime/services'

describe('who is calling', () => {
  test('nobody: 401, and the rule that says so', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', SERVICES)).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
      headers: {
        'x-understudy-rules': 'general.caller-needed',
        'x-understudy-gaps': expect.stringContaining('general.credential-transport'),
      },
    })
    for (const headers of [
      { Authorization: 'Bearer nobody' },
      { Authorization: 'Bearer' },
      { Authorization: 'owner' },
      { Authorization: 'Basic owner' },
      { Cookie: 'sessions=owner' },
      { 'X-Session-Key': 'owner' },
    ])
      expect(await ask(mock, 'GET', SERVICES, { headers }), JSON.stringify(headers)).toMatchObject({ status: 401 })
  })
  test('somebody, by header or by cookie', async () => {
    const mock = await startedMock()
    const org = async (headers: Record<string, string>) =>
      (await ask(mock, 'GET', '/api/v1/uptime/ping', { headers })).body
    expect(await org({ Authorization: 'Bearer owner' })).toMatchObject({ org: 'acme' })
    expect(await org({ authorization: 'bearer  outsider' })).toMatchObject({ org: 'globex' })
    expect(await org({ Cookie: 'theme=dark; session=outsider' })).toMatchObject({ org: 'globex' })
    expect(await org({ Authorization: 'Bearer owner', Cookie: 'session=outsider' })).toMatchObject({ org: 'acme' })
  })
  test('how a credential travels is a gap', async () => {
    const mock = await startedMock({
      profile: profileWith({ 'general.credential-transport': { header: 'X-Session-Key' } }),
    })
    expect(await ask(mock, 'GET', SERVICES, { headers: { 'x-session-key': 'owner' } })).toMatchObject({ status: 200 })
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner' })).toMatchObject({ status: 401 })
    expect(await ask(mock, 'GET', SERVICES, { headers: { Cookie: 'session=owner' } })).toMatchObject({ status: 401 })
  })
  test('with authentication off, the first actor unless it is somebody', async () => {
    const mock = await startedMock({ auth: 'off' })
    const ping = (as?: string) => ask(mock, 'GET', '/api/v1/uptime/ping', as === undefined ? {} : { as })
    expect((await ping()).body).toMatchObject({ org: 'acme' })
    expect((await ping('nobody')).body).toMatchObject({ org: 'acme' })
    expect((await ping('outsider')).body).toMatchObject({ org: 'globex' })
  })
  test("an actor of the profile, by the profile's headers", async () => {
    const actor = (organization: string, headers: Record<string, string>) => ({ role: 'owner', organization, headers })
    const mock = await startedMock({
      profile: {
        ...EMPTY_PROFILE,
        actors: {
          olga: { ...actor('north', { 'X-Key': 'k1' }), user: '501' },
          'olga-elsewhere': { ...actor('east', { 'X-Key': 'k1', 'X-Org': 'east' }), user: '501' },
          otto: actor('south', { Authorization: 'Bearer k2' }),
          nobody: actor('north', {}),
        },
      },
    })
    const org = async (headers: Record<string, string>) =>
      (await ask(mock, 'GET', '/api/v1/uptime/ping', { headers })).body
    expect(await org({ 'x-key': 'k1' })).toMatchObject({ org: 'north' })
    expect(await org({ 'x-key': 'k1', 'X-Org': 'east' })).toMatchObject({ org: 'east' })
    expect(await org({ Authorization: 'Bearer k2' })).toMatchObject({ org: 'south' })
    expect(await org({ Authorization: 'Bearer owner' })).toMatchObject({ org: 'acme' })
    expect(await ask(mock, 'GET', SERVICES, { headers: { 'x-key': 'k2' } })).toMatchObject({ status: 401 })
    expect((await ask(mock, 'GET', '/_understudy/identities')).body).toMatchObject({
      actors: [
        {
          name: 'olga',
          userId: '501',
          memberships: expect.arrayContaining([{ organization: 'north', role: 'owner' }]),
        },
        { name: 'olga-elsewhere' },
        { name: 'otto', credentials: [{ kind: 'session', value: 'k2', organization: 'south' }] },
        { name: 'owner' },
        { name: 'admin' },
        { name: 'member' },
        { name: 'outsider' },
      ],
    })
  })
})

describe('state', () => {
  test('what is made can be read, by its organization only, until the world starts again', async () => {
    const mock = await startedMock()
    const made = await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'web' } })
    expect(made).toMatchObject({ status: 201, body: { name: 'web', monitors: 0 } })
    const list = async (as: string) => (await ask(mock, 'GET', SERVICES, { as })).body
    expect(await list('member')).toEqual({ services: [made.body] })
    expect(await list('outsider')).toEqual({ services: [] })
    const { id } = made.body as { id: string }
    expect(await ask(mock, 'DELETE', `${SERVICES}/${id}`, { as: 'outsider' })).toMatchObject({
      status: 404,
      body: { error: `there is no service ${id}` },
      headers: { 'x-understudy-rules': 'general.unknown-resource' },
    })
    mock.reset()
    expect(await list('owner')).toEqual({ services: [] })
  })
  test('HEAD is GET without the body', async () => {
    const mock = await startedMock()
    const get = await ask(mock, 'GET', SERVICES, { as: 'owner' })
    const head = await ask(mock, 'HEAD', SERVICES, { as: 'owner' })
    expect(head).toMatchObject({ status: 200, body: undefined })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(await ask(mock, 'HEAD', SERVICES)).toMatchObject({ status: 401, body: undefined })
  })
  test('deleting answers 204 without a body', async () => {
    const mock = await startedMock()
    const made = await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'web' } })
    const gone = await ask(mock, 'DELETE', `${SERVICES}/${(made.body as { id: string }).id}`, { as: 'owner' })
    expect(gone).toMatchObject({ status: 204, body: undefined })
  })
})

describe('a body that cannot be taken', () => {
  const post = { as: 'owner', headers: { 'Content-Type': 'application/json' } }
  test.each([
    ['{"name":', 'the body is not JSON'],
    ['name=web', 'the body is not JSON'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'the body is not UTF-8'],
    [new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), 'the body is not UTF-8'],
  ])('%s is 400', async (body, error) => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', SERVICES, { ...post, body })).toMatchObject({
      status: 400,
      body: { error },
      headers: { 'x-understudy-gaps': expect.stringContaining('general.malformed-json-status') },
    })
  })
  test.each([
    ['null', 'general.input-malformed'],
    ['[]', 'general.input-malformed'],
    ['"web"', 'general.input-malformed'],
    ['7', 'general.input-malformed'],
    ['{"name":7}', 'general.input-malformed'],
    ['{"name":null}', 'general.input-malformed'],
    ['{}', 'general.input-invalid'],
    ['{"__proto__":{"name":"web"}}', 'general.input-invalid'],
  ])('%s is 400 by %s', async (body, rule) => {
    const mock = await startedMock()
    expect(await ask(mock, 'POST', SERVICES, { ...post, body })).toMatchObject({
      status: 400,
      headers: { 'x-understudy-rules': rule },
    })
  })
  test('without a caller it is 401 first', async () => {
    const mock = await startedMock()
    const headers = { 'Content-Type': 'application/json' }
    expect(await ask(mock, 'POST', SERVICES, { headers, body: '{' })).toMatchObject({ status: 401 })
  })
  test('the other way round where the gap says so', async () => {
    const mock = await startedMock({
      profile: profileWith({ 'general.refusal-precedence': ['validation', 'authentication'] }),
    })
    const headers = { 'Content-Type': 'application/json' }
    expect(await ask(mock, 'POST', SERVICES, { headers, body: '{' })).toMatchObject({ status: 400 })
  })
  test('another content type is 415, none at all is accepted', async () => {
    const mock = await startedMock()
    const body = '{"name":"web"}'
    const as = (type: string) => ask(mock, 'POST', SERVICES, { as: 'owner', headers: { 'Content-Type': type }, body })
    expect(await as('text/plain')).toMatchObject({
      status: 415,
      body: { error: 'the Content-Type must be application/json, not text/plain' },
    })
    expect(await as('application/vnd.acme+json; charset=utf-8')).toMatchObject({ status: 201 })
    const bytes = new TextEncoder().encode('{"name":"bytes"}')
    expect(await ask(mock, 'POST', SERVICES, { as: 'owner', body: bytes })).toMatchObject({ status: 201 })
  })
  test('more than the largest size is 413, and the connection survives', async () => {
    const mock = await startedMock({ profile: profileWith({ 'general.maximum-body-bytes': 1024 }) })
    const name = 'x'.repeat(300_000)
    expect(await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name } })).toMatchObject({
      status: 413,
      body: { error: 'the body has more than 1024 bytes' },
    })
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner' })).toMatchObject({ status: 200 })
  })
  test('every one of these choices is a gap', async () => {
    const mock = await startedMock({
      profile: profileWith({
        'general.malformed-json-status': 422,
        'general.missing-content-type': 'refuse',
        'general.content-type-status': 406,
        'general.missing-body': 'empty-object',
        'general.unexpected-body': 'refuse',
        'general.unknown-query-parameters': 'refuse',
        'general.repeated-query-parameters': 'refuse',
        'general.not-acceptable': 'refuse',
        'general.error-texts': 'reason-phrase',
      }),
    })
    expect(await ask(mock, 'POST', SERVICES, { ...post, body: '{' })).toMatchObject({
      status: 422,
      body: { error: 'Unprocessable Entity' },
    })
    const bytes = new TextEncoder().encode('{}')
    expect(await ask(mock, 'POST', SERVICES, { as: 'owner', body: bytes })).toMatchObject({ status: 406 })
    expect((await ask(mock, 'POST', SERVICES, { as: 'owner' })).headers['x-understudy-gaps']).toContain('missing-body')
    expect(await ask(mock, 'DELETE', `${SERVICES}/x`, { as: 'owner', json: {} })).toMatchObject({ status: 400 })
    expect(await ask(mock, 'GET', `${SERVICES}?a=1`, { as: 'owner' })).toMatchObject({ status: 400 })
    const metrics = '/api/v1/uptime/monitors/x/metrics?window=1h&window=7d'
    expect(await ask(mock, 'GET', metrics, { as: 'owner' })).toMatchObject({ status: 400 })
    const headers = { Accept: 'text/html, application/json;q=0' }
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner', headers })).toMatchObject({ status: 406 })
  })
})

describe('a path and a query', () => {
  test('are percent-decoded', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', '/api/v1/uptime/monitors/a%2Fb%20c', { as: 'owner' })).toMatchObject({
      status: 404,
      body: { error: 'there is no monitor a/b c' },
    })
    const literal = await startedMock({ profile: profileWith({ 'general.percent-encoding': 'literal' }) })
    expect(await ask(literal, 'GET', '/api/v1/uptime/monitors/a%2Fb', { as: 'owner' })).toMatchObject({
      body: { error: 'there is no monitor a%2Fb' },
    })
  })
  test.each(['%', '%zz', '%ff', '%C0%80', 'a%'])('the broken encoding %s is 4xx', async (broken) => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', `/api/v1/uptime/monitors/${broken}`, { as: 'owner' })).toMatchObject({ status: 404 })
    expect(await ask(mock, 'GET', `${SERVICES}?a=${broken}`, { as: 'owner' })).toMatchObject({
      status: 400,
      body: { error: 'the query is not correctly percent-encoded' },
    })
  })
})
