import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WholeMessage } from '../../../stateful-mock/node/whole-message.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers with what it has read, and notes what else a message did. */
async function echo(limit = 100) {
  const noted: string[] = []
  const server = createServer({ IncomingMessage: WholeMessage }, (message, response) => {
    for (const event of ['data', 'end', 'close', 'aborted']) message.once(event, () => noted.push(event))
    const answer = (body: string) => response.end(`${message.url} ${body}`)
    if (!message.hasBody) return void answer('nothing')
    message.readBody(limit, (body) => void answer(body === 'too large' ? body : Buffer.from(body).toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
  closing.push(() => {
    socket.destroy()
    server.close()
  })
  return { socket, noted }
}

/** Everything that comes until it ends so. */
async function received(socket: Socket, ending: string): Promise<string> {
  let text = ''
  while (!text.endsWith(ending)) text += String((await once(socket, 'data'))[0])
  return text
}

const post = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`

test('a body in one piece, in two and in chunks, one request after the other on one connection', async () => {
  const { socket, noted } = await echo()
  socket.write(post('/one', 'whole'))
  expect(await received(socket, 'whole')).toContain('/one whole')
  socket.write(post('/two', 'in t', 6))
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.write('wo')
  expect(await received(socket, 'two')).toContain('/two in two')
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n3\r\nin \r\n6\r\nchunks\r\n0\r\n\r\n'
  socket.write(`POST /three HTTP/1.1\r\nHost: localhost\r\n${chunked}`)
  expect(await received(socket, 'chunks')).toContain('/three in chunks')
  socket.write('GET /four HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await received(socket, 'nothing')).toContain('/four nothing')
  // Nobody waits for these, and to tell of them takes longer than to read a body.
  expect(noted).toEqual([])
})

test('requests that come together are answered in their order', async () => {
  const { socket } = await echo()
  socket.write(post('/one', 'a') + post('/two', 'b') + post('/three', 'c'))
  const text = await received(socket, '/three c')
  expect(text.indexOf('/one a')).toBeGreaterThan(0)
  expect(text.indexOf('/two b')).toBeGreaterThan(text.indexOf('/one a'))
})

test('of a body that is too large nothing is kept, and the next request is read', async () => {
  const { socket } = await echo(4)
  socket.write(post('/large', 'x'.repeat(200_000)))
  expect(await received(socket, 'large')).toContain('/large too large')
  socket.write(post('/small', 'tiny'))
  expect(await received(socket, 'tiny')).toContain('/small tiny')
})

test('a body that is cut off is handed to nobody', async () => {
  const { socket, noted } = await echo()
  socket.write(post('/cut', 'half', 8))
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.destroy()
  while (!noted.includes('aborted')) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(noted).not.toContain('data')
})
