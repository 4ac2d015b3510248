import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { EMPTY_PROFILE, type Profile } from '../../../src/contract/profile.ts'
import { contractHere, type OpenOptions, openTarget, type Target } from '../../../src/target/opening/open-target.ts'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'

const PROFILE: Profile = {
  ...EMPTY_PROFILE,
  actors: { owner: { role: 'owner', organization: 'acme', headers: { authorization: 'Bearer let-me-in-please' } } },
}

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function mocked(): Promise<RunningMock> {
  const mock = await createMock({ port: 0, seed: 'small' })
  onTestFinished(() => mock.close())
  return mock
}

async function opened(options: OpenOptions): Promise<Target> {
  const target = await openTarget(options)
  onTestFinished(() => target.close())
  return target
}

const services = async ({ client, contract }: Target): Promise<unknown[]> => {
  const { headers = {} } = contract.profile.actors.owner ?? {}
  const exchange = await client.send({ method: 'GET', path: '/api/v1/oncall/services', headers, body: undefined })
  return exchange.answered ? (exchange.received.json as { services: unknown[] }).services : []
}

test.for([
  ['nonsense', 'nonsense is not a URL, for example http://127.0.0.1:4010.'],
  ['file:///etc/passwd', 'file:///etc/passwd is not a URL, for example http://127.0.0.1:4010.'],
  [
    'http://203.0.113.9',
    'http://203.0.113.9 is not on this machine, and this command changes things there. Add --allow-changes if that is meant.',
  ],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1 cannot be reached: ECONNREFUSED.'],
] as const)('%s cannot be opened', async ([url, message]) => {
  await expect(openTarget({ url, purpose: 'change', profile: PROFILE })).rejects.toMatchObject({
    name: 'Unusable',
    message,
  })
})

test('whoever only looks may look at another machine', async () => {
  await expect(openTarget({ url: 'http://nowhere.invalid', purpose: 'look', profile: PROFILE })).rejects.toThrow(
    'http://nowhere.invalid cannot be reached: ',
  )
})

test('a target without a profile has no callers; with one, credentials are tried when that is wanted', async () => {
  const url = await served((_, response) => response.writeHead(401).end())
  await expect(openTarget({ url, purpose: 'change' })).rejects.toThrow('No actor has a credential')
  const { mockGaps, driver } = await opened({ url, purpose: 'change', profile: PROFILE })
  expect({ mockGaps, can: driver.can('alertFires') }).toEqual({ mockGaps: undefined, can: false })
  await expect(openTarget({ url, purpose: 'change', profile: PROFILE, tryCredentials: true })).rejects.toThrow(
    `${url} does not accept the credential of owner: GET /api/v1/tokens answered 401.`,
  )
})

test('our own mock needs no profile; it says what it does at open points, and nothing is made for who only looks', async () => {
  const { url } = await mocked()
  const looked = await opened({ url, purpose: 'look' })
  const before = (await services(looked)).length
  expect(looked.mockGaps).toMatchObject({ 'registry.issuer-without-keys': expect.anything() })
  expect(looked.contract.gaps.pinned('general.validation-status')).toBe(false)
  expect(contractHere(looked).gaps.pinned('general.validation-status')).toBe(true)
  const changed = await opened({ url, purpose: 'change', tryCredentials: true })
  expect((await services(changed)).length).toBe(before + 2)
  expect(changed.driver.can('alertFires')).toBe(true)
})

test.for([
  ['nonsense', 'No actor has a credential'],
  [{ actors: [] }, 'No actor has a credential'],
  [{ actors: [null, 7, { name: '__proto__' }] }, 'No actor has a credential'],
  [
    { actors: [{ name: 'owner', userId: 1, memberships: 'none', credentials: [{ value: 'a\nb' }] }] },
    'The header authorization of the actor owner has a character that cannot be sent, such as a line break.',
  ],
] as const)('identities that are none of ours (%j) are told in a sentence', async ([identities, message]) => {
  const url = await served((request, response) => {
    response.setHeader('content-type', 'application/json')
    const gaps = [{ id: 'general.validation-status', value: { odd: 1 } }, { id: 'no-such', value: 1 }, null]
    if (request.url === '/_understudy/gaps') response.end(JSON.stringify({ gaps }))
    else if (request.url === '/_understudy/identities') response.end(JSON.stringify(identities))
    else response.end('{}')
  })
  await expect(openTarget({ url, purpose: 'change', tryCredentials: true })).rejects.toMatchObject({
    name: 'Unusable',
    message: expect.stringContaining(message),
  })
  const target = await opened({ url, purpose: 'look', profile: PROFILE })
  expect(contractHere(target).gaps.pinned('general.validation-status')).toBe(false)
})

test('a sandbox of the mock is a target of its own: its services and events are not those of another', async () => {
  const { url } = await mocked()
  const inside = await opened({ url: `${url}/sandboxes/apart`, purpose: 'change' })
  await inside.driver.cause('setClock', { mode: 'set', now: '2031-02-03T04:05:06Z' })
  expect(await inside.driver.cause('getClock', {})).toMatchObject({ now: expect.stringMatching(/^2031-02-03/) })
  const outside = await opened({ url, purpose: 'look' })
  expect(await outside.driver.cause('getClock', {})).not.toMatchObject({ now: expect.stringMatching(/^2031/) })
  expect((await services(inside)).length).toBe((await services(outside)).length + 2)
})

test('a target that is still starting is waited for', async () => {
  let asked = 0
  const url = await served((_, response) => {
    asked++
    response.writeHead(asked < 3 ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
  })
  await opened({ url, purpose: 'change', profile: PROFILE, waitMs: 10_000 })
  expect(asked).toBeGreaterThanOrEqual(3)
})

test('a target that does not start in time cannot be opened', async () => {
  await expect(
    openTarget({ url: 'http://127.0.0.1:1', purpose: 'change', profile: PROFILE, waitMs: 600 }),
  ).rejects.toThrow('http://127.0.0.1:1 cannot be reached after 0.6 seconds: ECONNREFUSED.')
})
