import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { responseValidator } from '../../src/contract/schema/validators.ts'
import { ask, profileWith, startedMock } from './support.ts'

test('a path that nothing has is 404', async () => {
  const mock = await startedMock()
  expect(await ask(mock, 'GET', '/api/v1/nothing', { as: 'owner' })).toMatchObject({
    status: 404,
    body: { error: 'nothing is at /api/v1/nothing' },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-understudy-gaps': 'general.unknown-path-unauthenticated, general.unknown-path-status',
    },
  })
  for (const path of ['/favicon.ico', '/api/v1', '/api/v1/tokens/', '/API/v1/tokens', '/api/v1/%zz/x', '//'])
    expect(await ask(mock, 'GET', path), path).toMatchObject({ status: 404, body: { error: expect.any(String) } })
})

test('a known path with another method is 405 and lists what it takes', async () => {
  const mock = await startedMock()
  expect(await ask(mock, 'PUT', '/api/v1/tokens')).toMatchObject({
    status: 405,
    body: { error: '/api/v1/tokens does not support PUT, only GET, POST, HEAD, OPTIONS' },
    headers: { allow: 'GET, POST, HEAD, OPTIONS' },
  })
})

test('what a path and a method mean is for the gaps to say', async () => {
  const mock = await startedMock({
    profile: profileWith({
      'general.unknown-path-status': 410,
      'general.wrong-method-status': 404,
      'general.allow-header': false,
      'general.head': 'wrong-method',
      'general.options': 'wrong-method',
      'general.path-case': 'ignore',
      'general.error-texts': 'code',
      'general.error-codes': 'code',
    }),
  })
  expect(await ask(mock, 'GET', '/nothing')).toMatchObject({
    status: 410,
    body: { error: 'unknown-path', code: 'unknown-path' },
  })
  const wrong = await ask(mock, 'OPTIONS', '/API/V1/Tokens')
  expect(wrong).toMatchObject({ status: 404, body: { error: 'wrong-method', code: 'wrong-method' } })
  expect(wrong.headers).not.toHaveProperty('allow')
  expect(await ask(mock, 'HEAD', '/api/v1/tokens')).toMatchObject({ status: 404 })
})

describe('a slash at the end', () => {
  test('may mean the same', async () => {
    const mock = await startedMock({ profile: profileWith({ 'general.trailing-slash': 'same' }) })
    expect(await ask(mock, 'PUT', '/api/v1/tokens/')).toMatchObject({ status: 405 })
  })
  test('may redirect', async () => {
    const mock = await startedMock({ profile: profileWith({ 'general.trailing-slash': 'redirect' }) })
    expect(await ask(mock, 'GET', '/api/v1/tokens/?a=1')).toMatchObject({
      status: 308,
      body: undefined,
      headers: { location: '/api/v1/tokens?a=1' },
    })
    expect(await ask(mock, 'GET', '/nothing/')).toMatchObject({ status: 404 })
  })
})

test('an unknown path may count as unauthenticated first', async () => {
  const mock = await startedMock({
    profile: profileWith({ 'general.unknown-path-unauthenticated': 'unauthenticated' }),
  })
  expect(await ask(mock, 'GET', '/nothing')).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
  expect(await ask(mock, 'GET', '/nothing', { as: 'owner' })).toMatchObject({ status: 404 })
})

describe('front ends of other origins', () => {
  const origin = 'http://localhost:5173'
  test('may ask first', async () => {
    const mock = await startedMock()
    const preflight = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-a',
    }
    expect(await ask(mock, 'OPTIONS', '/api/v1/tokens', { headers: preflight })).toMatchObject({
      status: 204,
      body: undefined,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'x-a',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        allow: 'GET, POST, HEAD, OPTIONS',
        vary: 'Origin',
      },
    })
  })
  test('may read every answer, errors too', async () => {
    const mock = await startedMock()
    const { headers } = await ask(mock, 'GET', '/nothing', { headers: { Origin: origin } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'X-Understudy-Rules, X-Understudy-Gaps, X-Understudy-Entry, Preference-Applied, Allow, Location, ETag, Retry-After',
    })
  })
  test('may be let in only from this machine, or not at all', async () => {
    const near = await startedMock({ allowedHosts: ['app'] })
    const far = { Origin: 'https://shop.example' }
    const allowed = 'access-control-allow-origin'
    expect((await ask(near, 'GET', '/nothing', { headers: { Origin: origin } })).headers).toHaveProperty(allowed)
    expect((await ask(near, 'GET', '/nothing', { headers: far })).headers).not.toHaveProperty(allowed)
    expect((await ask(near, 'GET', '/nothing', { headers: { Origin: 'http://app' } })).headers).toHaveProperty(allowed)
    const any = await startedMock({ profile: profileWith({ 'general.cors': 'any' }) })
    expect((await ask(any, 'GET', '/nothing', { headers: far })).headers).toHaveProperty(allowed)
    const none = await startedMock({ profile: profileWith({ 'general.cors': 'none' }) })
    expect((await ask(none, 'GET', '/nothing', { headers: { Origin: origin } })).headers).not.toHaveProperty(allowed)
  })
})

describe('a page of somewhere else', () => {
  const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }
  test('makes no sandbox, with an image for one', async () => {
    const mock = await startedMock()
    for (const path of ['/api/v1/tokens', '/_understudy/clock', '/'])
      expect(await ask(mock, 'GET', `/sandboxes/unheard-of${path}`, { headers: image }), path).toMatchObject({
        status: 403,
        body: { error: 'pages of other sites may not change anything (see --allow-host)' },
      })
    expect((await ask(mock, 'GET', '/_understudy/sandboxes')).body).toMatchObject({ sandboxes: [{ name: 'default' }] })
  })
  test('changes nothing either where its browser does not say that it is one', async () => {
    const mock = await startedMock({ auth: 'off' })
    const made = (Origin: string) =>
      ask(mock, 'POST', '/api/v1/uptime/services', { json: { name: 'web' }, headers: { Origin } })
    expect(await made('https://shop.example')).toMatchObject({ status: 403 })
    expect(await made('null')).toMatchObject({ status: 403 })
    expect(await made('http://localhost:5173')).toMatchObject({ status: 201 })
  })
  test('is answered nothing under a name that it made point here', async () => {
    const mock = await startedMock({ auth: 'off', allowedHosts: ['mock.acme.com'] })
    /** fetch does not let us choose this header. */
    const statusFor = (host: string, path: string) =>
      new Promise((resolve, reject) => {
        request(mock.url + path, { headers: { host } }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end()
      })
    for (const path of ['/api/v1/tokens', '/', '/openapi.json', '/sandboxes/new/api/v1/tokens'])
      expect([await statusFor('evil.com:4010', path), await statusFor('mock.acme.com', path)], path).toEqual([403, 200])
  })
  test('changes nothing', async () => {
    const mock = await startedMock()
    const headers = { ...image, Origin: 'https://shop.example' }
    const asked = { as: 'owner', json: { name: 'web' }, headers }
    expect(await ask(mock, 'POST', '/api/v1/uptime/services', asked)).toMatchObject({ status: 403 })
    expect(await ask(mock, 'GET', '/api/v1/uptime/services', { ...asked, json: undefined })).toMatchObject({
      status: 200,
      body: { services: [] },
    })
    const near = { ...image, Origin: 'http://localhost:5173' }
    expect(await ask(mock, 'POST', '/api/v1/uptime/services', { ...asked, headers: near })).toMatchObject({
      status: 201,
    })
  })
})

describe('Prefer: code', () => {
  test('forces a documented status with its example', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', '/api/v1/tokens', { headers: { Prefer: 'code=401' } })).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated' },
      headers: { 'preference-applied': 'code=401' },
    })
    const prefer = { Prefer: 'respond-async, code="502"' }
    expect(await ask(mock, 'GET', '/api/v1/uptime/ping', { headers: prefer })).toMatchObject({ status: 502 })
    const gone = { Prefer: 'code=204' }
    expect(await ask(mock, 'DELETE', '/api/v1/uptime/monitors/m', { headers: gone })).toMatchObject({
      status: 204,
      body: undefined,
    })
  })
  test.each([
    ['/api/v1/tokens', 404, 'Not Found, because the request asked for it with Prefer'],
    ['/api/v1/tokens', 418, "I'm a Teapot, because the request asked for it with Prefer"],
    ['/api/v1/uptime/monitors/m', 404, 'unknown monitor'],
  ])('of %s, %i is told in general words if only its range is documented', async (path, status, error) => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', path, { headers: { Prefer: `code=${status}` } })).toMatchObject({
      status,
      body: { error },
    })
  })
  test('works for every operation and every status it documents, with a body as described', async () => {
    const mock = await startedMock()
    for (const operation of [...mock.contract.operations.values(), ...mock.contract.doors.values()])
      for (const [written, response] of operation.responses) {
        const status = Number(written.replace('XX', '18'))
        const answer = await mock.fetch(operation.path.replace(/\{\w+\}/g, 'x'), {
          method: operation.method,
          headers: { Prefer: `code=${status}` },
        })
        const text = await answer.text()
        expect(answer.status, `${operation.id} ${status}`).toBe(status)
        const body = response.contentType === 'application/json' ? JSON.parse(text) : text
        expect(responseValidator(response)?.(body) ?? [], `${operation.id} ${status} ${text}`).toEqual([])
        if (!response.schema) expect(text, `${operation.id} ${status}`).toBe('')
      }
  })
  test('does not force what is not documented', async () => {
    const mock = await startedMock()
    expect(await ask(mock, 'GET', '/api/v1/tokens', { headers: { Prefer: 'code=504' } })).toMatchObject({
      status: 400,
      body: { error: 'listTokens documents no answer with status 504, only 200, 401, 4XX' },
    })
  })
})

test('the description is served as JSON and YAML, with the bindings of the profile', async () => {
  const path = '/api/v1/oncall/incident/manual'
  const mock = await startedMock({
    profile: { ...profileWith({}), bindings: { openIncident: { method: 'PUT', path, status: 200 } } },
  })
  const json = await ask(mock, 'GET', '/openapi.json')
  expect(json).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { openapi: '3.1.0', paths: { [path]: { put: { operationId: 'openIncident', responses: { 200: {} } } } } },
  })
  const yaml = await fetch(`${mock.url}/openapi.yaml`)
  expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  expect(parse(await yaml.text())).toEqual(json.body)
  expect(await ask(mock, 'POST', '/openapi.json')).toMatchObject({ status: 404 })
})
