import { expect, test } from 'vitest'
import { ask, startedMock } from '../support.ts'

interface Comparison {
  readonly differences: readonly {
    readonly entity: string
    readonly id: string
    readonly change: string
    readonly fields: readonly { readonly name: string; readonly from?: unknown; readonly to?: unknown }[]
  }[]
  readonly total: number
}

const SERVICES = '/api/v1/uptime/services'
type Mock = Awaited<ReturnType<typeof startedMock>>

const compared = async (mock: Mock, query = '') =>
  (await ask(mock, 'GET', `/_understudy/comparison${query}`)).body as Comparison
const services = ({ differences }: Comparison) =>
  differences.filter(({ entity }) => entity === 'UptimeService').map(({ id, change }) => `${change} ${id}`)

test('two moments of a sandbox differ by what was made, changed and removed in between', async () => {
  const mock = await startedMock({ seed: 'acme' })
  expect(await compared(mock)).toEqual({ differences: [], total: 0 })
  const { id } = (await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'one' } })).body as { id: string }
  await ask(mock, 'PATCH', `${SERVICES}/${id}`, { as: 'owner', json: { name: 'two' } })
  await ask(mock, 'DELETE', `${SERVICES}/${id}`, { as: 'owner' })
  expect(services(await compared(mock, '?toEntry=1'))).toEqual([`created ${id}`])
  const changed = await compared(mock, '?fromEntry=1&toEntry=2')
  expect(services(changed)).toEqual([`changed ${id}`])
  expect(changed.differences.find((one) => one.id === id)?.fields).toContainEqual({
    name: 'name',
    from: 'one',
    to: 'two',
  })
  expect(services(await compared(mock, '?fromEntry=2&toEntry=3'))).toEqual([`removed ${id}`])
  expect(services(await compared(mock))).toEqual([])
})

test('two sandboxes are compared as they are now', async () => {
  const mock = await startedMock({ seed: 'acme' })
  await ask(mock, 'POST', '/_understudy/sandboxes/default/fork', { json: { name: 'aside' } })
  const { id } = (await ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'one' } })).body as { id: string }
  expect(services(await compared(mock, '?fromSandbox=aside'))).toEqual([`created ${id}`])
  expect(services(await compared(mock, '?toSandbox=aside&fromSandbox=default'))).toEqual([`removed ${id}`])
  expect(await ask(mock, 'GET', '/_understudy/comparison?fromSandbox=teapot')).toMatchObject({
    status: 404,
    body: { error: 'there is no sandbox named teapot' },
  })
  expect((await ask(mock, 'GET', '/_understudy/comparison?toEntry=99')).status).toBe(404)
})

test('neither a comparison nor the journal tells a secret', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const created: readonly (readonly [path: string, body: object])[] = [
    ['/api/v1/tokens', { name: 'laptop' }],
    ['/api/v1/uptime/export-tokens', { name: 'scraper' }],
    ['/api/v1/email/webhooks', { url: 'http://127.0.0.1:9/hook', eventTypes: ['message.delivered'] }],
  ]
  const secrets: string[] = []
  for (const [path, json] of created) {
    const { status, body } = await ask(mock, 'POST', path, { as: 'owner', json })
    expect(status, path).toBe(201)
    const { key, token, signingSecret } = body as { key?: string; token?: string; signingSecret?: string }
    secrets.push(key ?? token ?? signingSecret ?? '')
  }
  for (const secret of secrets) expect(secret).toMatch(/^[\w+/=-]{16,}$/)
  const text = JSON.stringify([await compared(mock), (await ask(mock, 'GET', '/_understudy/journal/entries')).body])
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toContain('laptop')
})
