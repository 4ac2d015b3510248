import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { verify } from '../../src/conformance/verify.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { Unusable } from '../../src/target/opening/unusable.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { understudy } from '../support/command.ts'

const PROFILE: Profile = {
  ...EMPTY_PROFILE,
  actors: {
    owner: { role: 'owner', organization: 'acme', headers: { authorization: 'Bearer let-me-in-please' } },
    nobody: { role: 'none', organization: 'acme', headers: {} },
  },
  budget: { permanent: 1000 },
  settle: 0,
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function target(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const judge = (url: string, profile = PROFILE) => verify({ url, profile, areas: ['tokens'], runs: 5, seed: 1 })

test('a target that answers HTML is not an API', async () => {
  const url = await target((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'))
  await expect(judge(url)).rejects.toThrow(
    new Unusable(`${url} answers text/html to GET /api/v1/tokens, not JSON: is the API there?`),
  )
})

test('a target that does not take a credential is not judged', async () => {
  const url = await target((_, response) => response.writeHead(401).end())
  await expect(judge(url)).rejects.toThrow(`${url} does not accept the credential of owner`)
})

test('a target that resets connections cannot be reached', async () => {
  const url = await target((request) => request.socket.resetAndDestroy())
  await expect(judge(url)).rejects.toThrow(/cannot be reached: (ECONNRESET|UND_ERR_SOCKET)\.$/)
})

test('a target that never answers is given up after the deadline of its profile', async () => {
  const url = await target(() => {})
  const hasty = { ...PROFILE, deadlines: { request: 0.5 } }
  await expect(judge(url, hasty)).rejects.toThrow(`${url} cannot be reached: no complete response within 0.5 seconds.`)
})

test('a time limit that is over before the target answered says so, and nothing of the target', async () => {
  const url = await target(() => {})
  await expect(verify({ url, profile: PROFILE, areas: ['tokens'], seed: 1, timeLimitMs: 200 })).rejects.toThrow(
    new Unusable('The time limit of 0.2 s ended the run before it began; give it more time.'),
  )
})

test('an answer of ten megabytes is cut off and counts as none', async () => {
  const megabyte = 'x'.repeat(1_000_000)
  const url = await target((_, response) => {
    response.setHeader('content-type', 'application/json').write('"')
    for (let count = 0; count < 10; count++) response.write(megabyte)
    response.end('"')
  })
  await expect(judge(url)).rejects.toThrow('the answer is longer than 8000000 bytes')
})

test('a target that fails at everything does not conform', async () => {
  const url = await target((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') response.end('{"tokens":[]}')
    else response.writeHead(500).end('{"error":"oh"}')
  })
  const { report } = await judge(url)
  expect(report.verdict).toBe('does not conform')
  expect(report.failures.map(({ check, operation }) => `${check} ${operation}`)).toContain('server-error createToken')
})

test('a target that hangs up whenever it gets a certain request does not conform', async () => {
  const url = await target((request, response) => {
    if (request.method === 'POST') request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"tokens":[]}')
  })
  const { report } = await judge(url)
  expect(report.verdict).toBe('does not conform')
  expect(report.failures.map(({ check, operation }) => `${check} ${operation}`)).toContain('no-answer createToken')
})

test('a target that talks something else whenever it gets a certain request does not conform', async () => {
  const url = await target((request, response) => {
    if (request.method === 'POST') request.socket.end('HTTP/1.1 oops 1\r\n\r\n')
    else response.setHeader('content-type', 'application/json').end('{"tokens":[]}')
  })
  const { report } = await judge(url)
  expect(report.failures.map(({ check, operation }) => `${check} ${operation}`)).toContain('no-answer createToken')
})

test('a target that hangs up whenever it has removed something does not conform', async () => {
  const mock = await createMock({ port: 0 })
  const url = await target(async (request, response) => {
    const body = await text(request)
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      name === 'host' ? [] : [[name, String(value)]],
    )
    const init = { method: String(request.method), headers: Object.fromEntries(headers), ...(body !== '' && { body }) }
    const answer = await mock.fetch(request.url ?? '/', init)
    if (answer.status === 204) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  const profile = {
    ...((await mockProfile(fetchClient((path, init) => mock.fetch(path, init)))) ?? PROFILE),
    settle: 0,
  }
  const { report } = await verify({ url, profile, areas: ['tokens'], runs: 0, seed: 1, maxRequests: 300 })
  await mock.close()
  expect(report.failures.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
    'no-answer deleteRegistry',
    'no-answer deleteDomain',
  ])
})

test("connections that are closed now and then are nobody's fault", async () => {
  let posts = 0
  const url = await target((request, response) => {
    if (request.method === 'POST' && posts++ % 3 < 2) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"tokens":[]}')
  })
  const { report } = await verify({ url, profile: PROFILE, areas: ['tokens'], runs: 5, seed: 1, maxRequests: 40 })
  expect(report.failures.filter(({ check }) => check === 'no-answer')).toEqual([])
  expect(report.inconclusive.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^createToken: /))
})

test('a target that only says 503 is inconclusive, counted and named', async () => {
  const url = await target((_, response) =>
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"later"}'),
  )
  const { report } = await judge(url)
  expect(report.verdict).toBe('unusable')
  expect(report.inconclusive.map(({ what }) => what)).toContain('createToken answered 503')
  expect(report.rules.filter(({ exercised }) => exercised)).toEqual([])
})

test('a target that dies in the middle cannot be judged, unless something was proven before', async () => {
  const candidate = await startCandidate({ variant: 'a', faults: [], port: 0 })
  let requests = 0
  const args = [
    'verify',
    candidate.url,
    '--profile',
    'examples/candidate/profile-a.yaml',
    '--area',
    'oncall',
    '--seed',
    '1',
  ]
  const dying = understudy(...args)
  const watch = setInterval(async () => {
    requests += 1
    if (requests < 8) return
    clearInterval(watch)
    await candidate.close()
  }, 100)
  const { code, err, out } = await dying
  clearInterval(watch)
  expect({ code, stack: /\n\s+at /.test(err + out) }).toEqual({ code: 2, stack: false })
  expect(err).toMatch(/The target stopped answering: .+\.|cannot be reached/)
})
