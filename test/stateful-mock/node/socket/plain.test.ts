import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { HeaderBlocks, readPlainRequest } from '../../../../stateful-mock/node/socket/plain-request.ts'
import { profileWith, startedMock } from '../../support.ts'

const HOST = 'Host: localhost\r\nAuthorization: Bearer owner\r\n'
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`
const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const SERVICES = '/api/v1/uptime/services'

async function connected(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Everything that has come when so much has come. */
async function received(socket: Socket, enough: (text: string) => boolean): Promise<string> {
  let text = ''
  while (!enough(text)) text += String((await once(socket, 'data'))[0])
  return text
}

const answers = (count: number) => (text: string) => text.split('HTTP/1.1 ').length > count && isWhole(text)
/** The last of the answers has come to its end. */
function isWhole(text: string): boolean {
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '))
  const end = last.indexOf('\r\n\r\n')
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(last)?.[1] ?? 0)
  return end >= 0 && Buffer.byteLength(last.slice(end + 4)) >= length
}

/** One request on a connection of its own, as one piece or in two, after which node:http reads it. */
async function asked(url: string, raw: string, pieces: 'whole' | 'halves'): Promise<string> {
  const socket = await connected(url)
  if (pieces === 'halves') {
    socket.write(raw.slice(0, 9))
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(raw.slice(9))
  } else socket.write(raw)
  const text = await received(socket, answers(1))
  socket.destroy()
  return text.replace(/\r\nDate: [^\r]+/, '').replace(/Entry: \d+/, 'Entry')
}

test.each([
  ['a read', get('/api/v1/uptime/monitors')],
  ['a read without a credential', 'GET /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['what is not there', get('/api/v1/nothing?a=%20b')],
  ['a write that is refused', post(SERVICES, '{"name":')],
  ['an answer without a body', get('/api/v1/tokens', 'Origin: http://localhost:3000\r\n').replace('GET', 'OPTIONS')],
  ['the console', get('/')],
  ['letters beyond ASCII', post(SERVICES, '{"name":"Zählwerk ☎"}').replace('services', 'monitors')],
  ['a body that nobody expects', post('/api/v1/tokens/scope-options', '{}').replace('POST', 'GET')],
])('%s is answered to the byte as node:http would', async (_, raw) => {
  const mock = await startedMock()
  expect(await asked(mock.url, raw, 'whole')).toBe(await asked(mock.url, raw, 'halves'))
})

test('a thing of many letters is made and listed in one connection', async () => {
  const mock = await startedMock()
  const socket = await connected(mock.url)
  socket.write(post(SERVICES, '{"name":"Zählwerk ☎ 数"}'))
  expect(await received(socket, answers(1))).toMatch(/^HTTP\/1\.1 201 Created\r\n[\s\S]*"name":"Zählwerk ☎ 数"/)
  socket.write(get(SERVICES))
  expect(await received(socket, answers(1))).toContain('"name":"Zählwerk ☎ 数"')
})

test('one connection: plain requests, one in two pieces, then plain ones again', async () => {
  const mock = await startedMock()
  const socket = await connected(mock.url)
  const statuses = []
  for (const raw of [get(SERVICES), post(SERVICES, '{"name":"one"}')]) {
    socket.write(raw)
    statuses.push((await received(socket, answers(1))).slice(9, 12))
  }
  const torn = post(SERVICES, '{"name":"two"}')
  socket.write(torn.slice(0, -5))
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.write(torn.slice(-5))
  statuses.push((await received(socket, answers(1))).slice(9, 12))
  const chunks = 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n8\r\n"three"}\r\n0\r\n\r\n'
  socket.write(`POST ${SERVICES} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${chunks}`)
  statuses.push((await received(socket, answers(1))).slice(9, 12))
  socket.write(get(SERVICES))
  const last = await received(socket, answers(1))
  expect(statuses).toEqual(['200', '201', '201', '201'])
  for (const name of ['one', 'two', 'three']) expect(last).toContain(`"name":"${name}"`)
})

test('requests that come together, or before the last was answered, are answered in their order', async () => {
  const mock = await startedMock({ latencyMs: 30 })
  const socket = await connected(mock.url)
  socket.write(post(SERVICES, '{"name":"first"}'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  socket.write(post(SERVICES, '{"name":"second"}') + post(SERVICES, '{"name":"third"}') + get(SERVICES))
  const text = await received(socket, answers(4))
  const order = ['"first"', '"second"', '"third"', '{"services":['].map((part) => text.indexOf(part))
  expect(order.every((at) => at > 0)).toBe(true)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('whoever asks and asks without reading gets the answers later, all of them', async () => {
  const mock = await startedMock()
  const socket = await connected(mock.url)
  socket.pause()
  // More than fits between the two sides.
  for (let count = 0; count < 12; count++) {
    socket.write(get('/openapi.json'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  socket.resume()
  socket.write(get(SERVICES))
  const text = await received(socket, (all) => all.endsWith('{"services":[]}'))
  expect(text.split('HTTP/1.1 200 OK').length - 1).toBe(13)
})

test('who sends no more after a request gets the answer, and the connection ends', async () => {
  const mock = await startedMock({ latencyMs: 20 })
  const socket = await connected(mock.url)
  socket.end(get(SERVICES))
  const ended = once(socket, 'close')
  const text = await received(socket, answers(1))
  expect(text).toMatch(/^HTTP\/1\.1 200/)
  expect(text).toContain('Connection: close')
  await ended
})

test('a body beyond the limit is refused, and the next request is read', async () => {
  const mock = await startedMock({ profile: profileWith({ 'general.maximum-body-bytes': 1024 }) })
  const socket = await connected(mock.url)
  socket.write(post(SERVICES, `{"name":"${'x'.repeat(2000)}"}`))
  expect(await received(socket, answers(1))).toMatch(/^HTTP\/1\.1 413/)
  socket.write(get(SERVICES))
  expect(await received(socket, answers(1))).toContain('{"services":[]}')
})

test('what a fault does to an answer is done to a plain one', async () => {
  const mock = await startedMock()
  const arm = (fault: object) =>
    mock.fetch('/_understudy/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ where: { operation: 'listUptimeServices' }, times: 1, ...fault }),
    })
  expect((await arm({ drop: true })).status).toBe(201)
  const dropped = await connected(mock.url)
  dropped.write(get(SERVICES))
  await once(dropped, 'close')
  expect((await arm({ status: 503, headers: { 'Retry-After': '7' } })).status).toBe(201)
  const refused = await connected(mock.url)
  refused.write(get(SERVICES))
  const ended = once(refused, 'close')
  expect(await received(refused, answers(1))).toMatch(
    /^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*Retry-After: 7\r\n/,
  )
  await ended
})

test('a stop ends idle connections and lets an answer under way out', async () => {
  const mock = await startedMock({ latencyMs: 100 })
  const [idle, busy] = [await connected(mock.url), await connected(mock.url)]
  const idleEnded = once(idle, 'close')
  busy.write(get(SERVICES))
  await new Promise((resolve) => setTimeout(resolve, 30))
  const closing = mock.close()
  await idleEnded
  expect(await received(busy, answers(1))).toContain('{"services":[]}')
  await closing
})

test.each([
  ['no host', 'GET / HTTP/1.1\r\nX: y\r\n\r\n'],
  ['no header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a header twice', `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ['a length and a coding', `POST / HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
  ['a signed length', `POST / HTTP/1.1\r\n${HOST}Content-Length: +2\r\n\r\n{}`],
  ['a body too short', `POST / HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\n{}`],
  ['a body too long', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\n{}`],
  ['a blank before the colon', `GET / HTTP/1.1\r\n${HOST}X : y\r\n\r\n`],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}X: y\r\n z\r\n\r\n`],
  ['a line feed alone', `GET / HTTP/1.1\r\n${HOST}X: y\nZ: z\r\n\r\n`],
  ['a null byte', `GET / HTTP/1.1\r\n${HOST}X: \0\r\n\r\n`],
  ['letters beyond ASCII in a header', `GET / HTTP/1.1\r\n${HOST}X: \xe9\r\n\r\n`],
  ['a blank in the target', `GET /a b HTTP/1.1\r\n${HOST}\r\n`],
  ['a fragment', `GET /a#b HTTP/1.1\r\n${HOST}\r\n`],
  ['a target elsewhere', `GET http://elsewhere.example/ HTTP/1.1\r\n${HOST}\r\n`],
  ['an older version', `GET / HTTP/1.0\r\n${HOST}\r\n`],
  ['a method of its own', `BREW / HTTP/1.1\r\n${HOST}\r\n`],
  ['only a head wanted', `HEAD / HTTP/1.1\r\n${HOST}\r\n`],
  ['an expectation', `POST / HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`],
  ['an upgrade', `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ['an end wanted', `GET / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['two requests', get('/a') + get('/b')],
  ['a long head', `GET / HTTP/1.1\r\n${HOST}X: ${'y'.repeat(9_000)}\r\n\r\n`],
  ['a prototype', `GET / HTTP/1.1\r\n${HOST}__proto__: y\r\n\r\n`],
])('not a plain request: %s', (_, raw) => {
  expect(readPlainRequest(Buffer.from(raw, 'latin1'), new HeaderBlocks())).toBeUndefined()
})

test('the same header lines are read once, whatever came in between', () => {
  const blocks = new HeaderBlocks()
  const read = (raw: string) => readPlainRequest(Buffer.from(raw), blocks)
  const first = read(get('/a'))
  const other = read(get('/b', 'X-Understudy-Sandbox: mine\r\n'))
  expect(other?.headers).toEqual({ ...first?.headers, 'x-understudy-sandbox': 'mine' })
  const again = read(get('/b'))
  expect(again).toEqual({ ...first, target: '/b' })
  expect(again?.headers).toBe(first?.headers)
  for (let count = 0; count < 1_000; count++)
    expect(read(get('/b', `X-Count: ${count}\r\n`))?.headers['x-count']).toBe(String(count))
  expect(read(get('/b'))).toEqual(again)
})

test('a byte changed anywhere: what is still plain says just what it says', () => {
  const raw = Buffer.from(post(SERVICES, '{"name":"x"}'), 'latin1')
  fc.assert(
    fc.property(fc.nat(raw.length - 1), fc.nat(255), (at, byte) => {
      const changed = Buffer.from(raw)
      changed[at] = byte
      const read = readPlainRequest(changed, new HeaderBlocks())
      if (!read) return
      const { method, target, headers, body } = read
      const [line = '', ...lines] = changed.toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? []
      expect(line).toBe(`${method} ${target} HTTP/1.1`)
      expect(lines.map((one) => one.slice(0, one.indexOf(':')).toLowerCase())).toEqual(Object.keys(headers))
      expect(Buffer.from(body as Uint8Array).toString('latin1')).toBe(changed.toString('latin1').split('\r\n\r\n')[1])
    }),
    { numRuns: 3_000 },
  )
})
