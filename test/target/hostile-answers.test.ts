import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, type ClientOptions, makeClient } from '../../src/target/client.ts'
import type { Sent } from '../../src/target/exchange.ts'
import { makeStopping } from '../../src/target/stopping.ts'

const GET: Sent = { method: 'GET', path: '/', headers: {}, body: undefined }
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** A server that does as it likes with the socket once a request is there. */
async function against(answer: (socket: Socket) => void, options: ClientOptions = {}): Promise<Client> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = makeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, options)
  onTestFinished(async () => {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return client
}

function every(ms: number, socket: Socket, write: () => void): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : write()), ms)
}

test.for([
  [
    'a body of a byte now and then',
    (socket: Socket) => {
      socket.write(`${HEAD}content-length: 100000\r\n\r\n`)
      every(20, socket, () => socket.write(' '))
    },
  ],
  [
    'announcements for ever',
    (socket: Socket) => every(5, socket, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
  ],
  ['headers for ever', (socket: Socket) => every(5, socket, () => socket.write('x-more: and more\r\n'))],
  ['nothing at all', () => {}],
] as const)('%s: given up after the deadline of the whole exchange', async ([, answer]) => {
  const client = await against(answer, { timeoutMs: 400 })
  expect((await client.send(GET)).answered).toBe(false)
})

test('an answer without end is cut off while it is read', async () => {
  const client = await against((socket) => {
    socket.write(`${HEAD}\r\n`)
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(100_000)));
    }
    socket.on('drain', more)
    more()
  })
  expect(await client.send(GET)).toMatchObject({ answered: false, problem: 'the answer is longer than 8000000 bytes' })
})

test('a run that is stopped ends every request, and leaves a little time to clean up, in all', async () => {
  const control = new AbortController()
  const stopping = makeStopping({ signal: control.signal, graceMs: 500 })
  const client = await against(() => {}, { stopping })
  setTimeout(() => control.abort(), 100)
  expect(await client.send(GET)).toMatchObject({ answered: false, problem: 'the run was stopped' })
  const ended = { answered: false, problem: 'there is no time left' }
  expect(await client.send(GET)).toMatchObject(ended)
  expect(await client.send(GET)).toMatchObject(ended)
})

test('a run stops by itself after its time', async () => {
  const client = await against(() => {}, { stopping: makeStopping({ afterMs: 100 }) })
  expect(await client.send(GET)).toMatchObject({ problem: 'the run was stopped' })
})

test('what cannot be sent is not an answer, and no exception', async () => {
  const client = await against((socket) => socket.end(`${HEAD}\r\n{}`))
  const odd = { ...GET, headers: { authorization: 'Bearer a\nb' } }
  expect(await client.send(odd)).toMatchObject({
    answered: false,
    problem: 'UND_ERR_INVALID_ARG',
  })
})

const answered = async (body: string): Promise<unknown> => {
  const client = await against((socket) => socket.end(`${HEAD}\r\n${body}`))
  const exchange = await client.send(GET)
  return exchange.answered && exchange.received.json
}

test('JSON that is too deep or of too many values is none; strings may hold as many brackets as they like', async () => {
  expect(await answered('['.repeat(20_000) + ']'.repeat(20_000))).toBeUndefined()
  expect(await answered(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toBeUndefined()
  expect(await answered(`[${'[],'.repeat(300_000)}[]]`)).toBeUndefined()
  const text = `${'['.repeat(5_000)}\\"\\\\`
  expect(await answered(`{"a":"${text}","b":[1]}`)).toEqual({ a: JSON.parse(`"${text}"`), b: [1] })
})

test('half a surrogate pair becomes text that can be sent again', async () => {
  const json = await answered('{"id":"x\\ud800y","\\udc00":1,"pair":"\\ud83d\\ude00"}')
  expect(json).toEqual({ id: 'x\ufffdy', '\ufffd': 1, pair: '😀' })
})
