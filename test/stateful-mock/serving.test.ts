import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, startedMock } from './support.ts'

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.pem`), 'utf8')

test('HTTPS with a certificate and its key', async () => {
  const mock = await startedMock({ tls: { cert: pem('cert'), key: pem('key') } })
  expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const status = await new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer owner' }
    request(`${mock.url}/api/v1/uptime/ping`, { ca: pem('cert'), agent: false, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

test('answers are held back as long as asked', async () => {
  const mock = await startedMock({ latencyMs: 60 })
  for (const get of [() => ask(mock, 'GET', '/nothing'), () => mock.fetch('/nothing')]) {
    const start = performance.now()
    await get()
    expect(performance.now() - start).toBeGreaterThan(55)
  }
})

test('the same read is answered anew when something it shows, the clock or a gap has changed', async () => {
  let real = Date.parse('2026-03-05T09:00:00Z')
  const mock = await startedMock({ clock: 'real', realNow: () => real })
  const as = 'owner'
  const services = async () => (await ask(mock, 'GET', '/api/v1/uptime/services', { as })).body
  expect(await services()).toEqual({ services: [] })
  const made = await ask(mock, 'POST', '/api/v1/uptime/services', { as, json: { name: 'web' } })
  expect(await services()).toEqual({ services: [made.body] })
  expect(await services()).toEqual({ services: [made.body] })
  expect((await ask(mock, 'GET', '/api/v1/uptime/services', { as: 'outsider' })).body).toEqual({ services: [] })

  const token = await ask(mock, 'POST', '/api/v1/tokens', { as, json: { name: 'short', expiresIn: 86_400 } })
  const ping = async () => ask(mock, 'GET', '/api/v1/uptime/ping', { as: (token.body as { key: string }).key })
  expect(await ping()).toMatchObject({ status: 200 })
  real += 86_401_000
  expect(await ping()).toMatchObject({ status: 401 })

  expect(await ask(mock, 'GET', '/api/v1/tokens')).toMatchObject({ status: 401 })
  const value = { header: 'X-Key' }
  await ask(mock, 'PUT', '/_understudy/gaps/general.credential-transport', { json: { value } })
  expect(await ask(mock, 'GET', '/api/v1/tokens', { as })).toMatchObject({ status: 401 })
  expect(await ask(mock, 'GET', '/api/v1/tokens', { headers: { 'X-Key': 'owner' } })).toMatchObject({ status: 200 })
  mock.reset()
  expect(await services()).toEqual({ services: [] })
})
