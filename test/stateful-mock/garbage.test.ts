import { Agent, type IncomingMessage, request } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseFor, responseValidator } from '../../src/contract/contract.ts'
import { modelled } from '../../src/model/model.ts'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { startedMock } from './support.ts'

const RUNS = process.env.UNDERSTUDY_FULL ? 20_000 : 3_000

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

function send(mock: RunningMock, agent: Agent, { method, path, headers, body }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(mock.url)
    const heard = (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    }
    request(
      { host: '127.0.0.1', port, method, path, headers: { 'Content-Length': body.length, ...headers }, agent },
      heard,
    )
      .on('error', reject)
      .end(body)
  })
}

const ODD = [
  '',
  '%',
  '%00',
  '%2e%2e',
  '..',
  '__proto__',
  'constructor',
  '%E2%82%AC',
  '%ff',
  'a b'.replace(' ', '+'),
  '☃',
]
const oddText = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: fc.constantFrom(...'abz09%/?&=;:@-_.~!$\'()*+,"<>[]{}|\\^`') }),
)
const escaped = oddText.map((text) => text.replace(/[^\x21-\x7e]/g, encodeURIComponent).replaceAll('?', '%3f'))

/** Stands for the id of something that was made before. */
const made = fc.nat({ max: 200 }).map((number) => `@made${number}@`)

function requests(mock: RunningMock): fc.Arbitrary<Sent> {
  const operations = [...mock.contract.operations.values(), ...mock.contract.doors.values()].filter(({ id }) =>
    modelled(id),
  )
  const known = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      method: fc.oneof({ weight: 10, arbitrary: fc.constant<string>(operation.method) }, anyMethod),
      path: fc
        .array(fc.oneof({ weight: 3, arbitrary: made }, escaped), { minLength: 3, maxLength: 3 })
        .map((values) => {
          let index = 0
          return operation.path.replace(/\{\w+\}/g, () => values[index++]?.replaceAll('/', '%2f') || 'x')
        }),
      body: fc.oneof(bodies, { weight: 3, arbitrary: fc.constant(operation.body?.example).chain(spoiled) }),
    }),
  )
  const unknown = fc.record({
    method: anyMethod,
    path: fc.array(escaped, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
    body: bodies,
  })
  // A backend that is told to fail answers 5xx, and rightly so; a reset would leave little to meet.
  const left = ['backendBehaves', 'resetWorld']
  const controls = [...mock.contract.controlOperations.values()].filter(({ id }) => !left.includes(id))
  const controlled = fc.constantFrom(...controls).chain((operation) =>
    fc.record({
      method: fc.oneof(fc.constant<string>(operation.method), anyMethod),
      path: fc.constant(operation.path),
      body: fc.oneof(bodies, { weight: 3, arbitrary: fc.constant(operation.body?.example).chain(spoiled) }),
    }),
  )
  return fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: known }, unknown, controlled),
      fc.option(escaped, { nil: undefined }),
      headers,
    )
    .map(([sent, query, heads]) => ({
      ...sent,
      path: query === undefined ? sent.path : `${sent.path}?${query}`,
      headers: heads,
    }))
}

const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
const bytes = (text: string) => new TextEncoder().encode(text)
const bodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.uint8Array({ maxLength: 50 }),
  fc.json({ maxDepth: 3 }).map(bytes),
  fc
    .constantFrom('{"a":1e999}', '{"__proto__":1}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, '\ufeff{}')
    .map(bytes),
)

/** An example as it is, or with one of its fields replaced by anything. */
function spoiled(example: unknown): fc.Arbitrary<Uint8Array> {
  if (typeof example !== 'object' || example === null) return bodies
  const keys = Object.keys(example)
  const whole = fc.constant(bytes(JSON.stringify(example)))
  const changed = fc
    .tuple(fc.constantFrom(...keys, 'more'), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' })))
    .map(([key, value]) => bytes(JSON.stringify({ ...example, [key]: value })))
  return fc.oneof(whole, changed)
}

const usually = (usual: string, ...odd: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, fc.constantFrom(...odd))
const rarely = (...odd: string[]) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, fc.constantFrom(...odd))

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    Authorization: usually(
      'Bearer owner',
      'Bearer member',
      'Bearer outsider',
      'Bearer',
      'bearer x y',
      'Basic b3duZXI6',
    ),
    'Content-Type': usually('application/json', 'text/plain', ';', 'application/json; charset=utf-16', 'x/y+json'),
    Accept: rarely('*/*', 'text/html', '', ';;,', 'application/json;q=0'),
    Prefer: rarely('code=', 'code=404', 'code=999', 'return=minimal'),
    Cookie: rarely('session=%', 'session', '=;=', 'session=owner'),
    Origin: rarely('http://localhost', 'https://elsewhere.example', 'null', '%%'),
  })
  .map((record) =>
    Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  )

/** Where a success does not fit what the description says of it. */
function misfits({ contract }: RunningMock, id: string | undefined, status: number, text: string): readonly unknown[] {
  const operation =
    contract.operations.get(id ?? '') ?? contract.doors.get(id ?? '') ?? contract.controlOperations.get(id ?? '')
  const response = operation && responseFor(operation, status)
  if (!response || text === '') return []
  return responseValidator(response)?.(response.contentType === 'application/json' ? JSON.parse(text) : text) ?? []
}

test(`${RUNS} requests of garbage: never a 5xx, always an error body, success as described`, async () => {
  let meant: string | undefined
  const mock = await startedMock({
    onExchange: ({ operation }) => {
      meant = operation
    },
  })
  const agent = new Agent({ keepAlive: true })
  const statuses = new Map<number, number>()
  const ids = ['svc_checkout']
  await fc.assert(
    fc.asyncProperty(requests(mock), async (sent) => {
      const path = sent.path.replace(/@made(\d+)@/g, (_, number) => ids[Number(number) % ids.length] ?? '')
      const { status, text } = await send(mock, agent, { ...sent, path })
      if (status === 201) ids.push(...[...text.matchAll(/"id":"(\w+)"/g)].map(([, id = '']) => id))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // 501 says that something is not built yet; it is never a failure of what is there.
      if (status !== 501) expect(status).toBeLessThan(500)
      if (status < 300) expect(misfits(mock, meant, status, text)).toEqual([])
      if (status >= 400 && sent.method !== 'HEAD') expect(JSON.parse(text)).toEqual({ error: expect.any(String) })
    }),
    { numRuns: RUNS, seed: 20260305 },
  )
  agent.destroy()
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 415]))
})
