import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, makeClient } from '../../../src/target/client.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'

const GET: Sent = { method: 'GET', path: '/', headers: {}, body: undefined }
const OK = 'HTTP/1.1 200 OK\r\n'

interface Against {
  readonly client: Client
  /** What has come, and over how many connections. */
  readonly heard: () => { readonly text: string; readonly sockets: number }
}

/** A server that answers whatever comes in this way. */
async function against(answer: (socket: Socket) => void): Promise<Against> {
  const sockets = new Set<Socket>()
  let text = ''
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += bytes
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = makeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { timeoutMs: 2_000 })
  onTestFinished(async () => {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { client, heard: () => ({ text, sockets: sockets.size }) }
}

const told = (exchange: Exchange): unknown =>
  exchange.answered ? [exchange.received.status, exchange.received.text] : exchange.problem

const later =
  (first: string, rest: string) =>
  (socket: Socket): void => {
    socket.write(first)
    setTimeout(() => socket.write(rest), 20)
  }

test.for([
  ['plain', (socket: Socket) => socket.write(`${OK}Content-Length: 3\r\n\r\nabc`)],
  ['in pieces', later(`${OK}content-length: 3\r\n\r\na`, 'bc')],
  ['with a head in pieces', later(`${OK}content-le`, 'ngth: 3\r\n\r\nabc')],
  ['in chunks', (socket: Socket) => socket.write(`${OK}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`)],
  ['in chunks that take a while', later(`${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n`, '2\r\nbc\r\n0\r\n\r\n')],
  [
    'announced',
    (socket: Socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}content-length: 3\r\nx-a: b\r\n\r\nabc`),
  ],
  ['until the connection ends', (socket: Socket) => socket.end(`${OK}\r\nabc`)],
  ['from a server of old', (socket: Socket) => socket.end('HTTP/1.0 200 OK\r\ncontent-length: 3\r\n\r\nabc')],
  ['and the connection closed unannounced', (socket: Socket) => socket.end(`${OK}content-length: 3\r\n\r\nabc`)],
  ['followed by what nobody asked for', (socket: Socket) => socket.write(`${OK}content-length: 3\r\n\r\nabc${OK}`)],
] as const)('an answer %s is read, one request after the other and at the same time', async ([, answer]) => {
  const { client } = await against(answer)
  for (let times = 0; times < 3; times++) expect(told(await client.send(GET))).toEqual([200, 'abc'])
  const post = { ...GET, method: 'POST', body: '{"name":"grün"}' }
  const both = await Promise.all([client.send(GET), client.send(post)])
  expect(both.map(told)).toEqual([
    [200, 'abc'],
    [200, 'abc'],
  ])
})

test.for([
  ['nothing', (socket: Socket) => socket.end(), 'UND_ERR_SOCKET'],
  ['a reset', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ['less than was announced', (socket: Socket) => socket.end(`${OK}content-length: 5\r\n\r\nabc`), 'UND_ERR_SOCKET'],
  ['no HTTP', (socket: Socket) => socket.write('hello\r\n\r\n'), /does not match the HTTP/],
] as const)('%s is a hang-up', async ([, answer, problem]) => {
  const { client } = await against(answer)
  for (let times = 0; times < 2; times++)
    expect(await client.send(GET)).toMatchObject({
      answered: false,
      hungUp: true,
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    })
})

test('requests go out in full, one at a time on a connection', async () => {
  const { client, heard } = await against((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  const headers = { authorization: 'Bearer a', 'content-type': 'application/json' }
  await client.send({ method: 'POST', path: '/a?b=c', headers, body: '{"a":"ü"}' })
  await client.send({ ...GET, method: 'DELETE', path: '/d' })
  const { text, sockets } = heard()
  expect(text.replace(/host: .*/g, 'host: here').split('\r\n')).toEqual([
    'POST /a?b=c HTTP/1.1',
    'host: here',
    'connection: keep-alive',
    'authorization: Bearer a',
    'content-type: application/json',
    'content-length: 10',
    '',
    '{"a":"ü"}DELETE /d HTTP/1.1',
    'host: here',
    'connection: keep-alive',
    '',
    '',
  ])
  for (let times = 0; times < 5; times++) await client.send(GET)
  expect([sockets, heard().sockets]).toEqual([2, 2])
})

test('of a server that closes idle connections soon none is kept for long', async () => {
  const head = `${OK}connection: keep-alive\r\nkeep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n`
  const { client, heard } = await against((socket) => socket.write(head))
  for (let times = 0; times < 4; times++) await client.send(GET)
  expect(heard().sockets).toBe(4)
})
