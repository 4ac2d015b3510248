import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, makeClient } from '../../../src/target/client.ts'
import { fetchClient } from '../../../src/target/fetch-client.ts'
import { type Held, heldDuring } from '../../../src/target/sending/held.ts'

const POST = { method: 'POST', path: '/', headers: {}, body: '{"text":"grün"}' }

async function served(listener: RequestListener): Promise<Record<'socket' | 'fetch', Client>> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = makeClient(url)
  onTestFinished(async () => {
    await socket.close()
    server.closeAllConnections()
    server.close()
  })
  return { socket, fetch: fetchClient((path, init) => fetch(url + path, init)) }
}

test.each(['socket', 'fetch'] as const)(
  'half of a body is there before something else is done, the rest afterwards (%s)',
  async (way) => {
    const seen: string[] = []
    const clients = await served(async (request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(`${chunk.length} bytes`))
      if (request.headers['content-length']) seen.push(`of ${request.headers['content-length']}`)
      response.end(await text(request))
    })
    const doing = async () => void seen.push('done meanwhile')
    const { done, how } = await heldDuring<unknown>(doing, (held) => clients[way].send(POST, held))
    expect(how).toBe('held')
    expect(done[1]).toMatchObject({ received: { text: POST.body } })
    expect(seen).toEqual([...(way === 'socket' ? ['of 16'] : []), '8 bytes', 'done meanwhile', '8 bytes'])
  },
)

test('an answer to half a request is told from one to a whole request', async () => {
  const { socket } = await served((_, response) => response.writeHead(401).end())
  const { done, how } = await heldDuring<unknown>(
    async () => undefined,
    (held) => socket.send(POST, held),
  )
  expect(how).toBe('answered')
  expect(done[1]).toMatchObject({ answered: true })
})

test('what waits for the rest itself gets it', async () => {
  const { socket } = await served(async (request, response) => response.end(await text(request)))
  let isWhole = () => {}
  const whole = new Promise<void>((resolve) => {
    isWhole = resolve
  })
  const send = async (held: Held) => {
    await socket.send(POST, held)
    isWhole()
  }
  expect((await heldDuring(() => whole, send, 50)).how).toBe('late')
})

test('a client that cannot hold anything back has held nothing', async () => {
  const { how } = await heldDuring(
    async () => {},
    () => new Promise((resolve) => setTimeout(resolve, 120)),
    50,
  )
  expect(how).toBe('late')
})

test('a client that sends everything at once has held nothing: either may have been first', async () => {
  const { socket } = await served(async (request, response) => response.end(await text(request)))
  const { done, how } = await heldDuring<unknown>(
    async () => undefined,
    () => socket.send(POST),
  )
  expect(how).toBe('late')
  expect(done[1]).toMatchObject({ received: { text: POST.body } })
})
