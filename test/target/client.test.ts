import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { type Client, makeClient } from '../../src/target/client.ts'
import { controlDriver, EventRefused } from '../../src/target/driver.ts'

let server: Server
let client: Client
const GET = { method: 'GET', path: '/', headers: {}, body: undefined }

async function served(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  await client.close()
  server.close()
})

test('an answer in pieces is read whole, with the prefix of the base URL before its path', async () => {
  const url = await served((request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      date: 'Sun, 15 Nov 2026 08:00:00 GMT',
      via: ['a', 'b'],
    })
    const bytes = Buffer.from(JSON.stringify({ path: request.url, text: 'grün' }))
    // In the middle of a letter.
    const cut = bytes.indexOf(0xc3) + 1
    response.write(bytes.subarray(0, cut))
    setTimeout(() => response.end(bytes.subarray(cut)), 20)
  })
  client = makeClient(`${url}/base/`)
  const exchange = await client.send({ ...GET, path: '/things?a=b' })
  expect(exchange).toMatchObject({
    answered: true,
    received: {
      status: 200,
      json: { path: '/base/things?a=b', text: 'grün' },
      headers: { via: 'a, b' },
      dateMs: Date.UTC(2026, 10, 15, 8),
    },
  })
})

test('what only announces an answer is none', async () => {
  const url = await served((_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(204, { date: 'some day' }).end()
  })
  client = makeClient(url)
  const exchange = await client.send(GET)
  expect(exchange).toMatchObject({
    answered: true,
    received: { status: 204, text: '', json: undefined, dateMs: undefined },
  })
})

test('an answer that is too long, and one that breaks off, are none', async () => {
  const url = await served((request, response) => {
    if (request.url === '/') response.end('x'.repeat(100_000))
    else {
      response.writeHead(200, { 'content-length': '10' })
      response.write('abc')
      setTimeout(() => response.destroy(), 10)
    }
  })
  client = makeClient(url, { maxBytes: 50_000 })
  expect(await client.send(GET)).toMatchObject({ answered: false, problem: 'the answer is longer than 50000 bytes' })
  expect(await client.send({ ...GET, path: '/cut' })).toMatchObject({ answered: false, problem: 'UND_ERR_SOCKET' })
})

test('the control driver tells what cannot happen from what is not built', async () => {
  const url = await served((request, response) => {
    const answers: Readonly<Record<string, [number, string]>> = {
      '/_understudy/events/alert-fires': [200, '{"opened":true}'],
      '/_understudy/events/alert-resolves': [409, '{"error":"nothing fires"}'],
      '/_understudy/events/probe-result': [501, '{"error":"not built"}'],
    }
    const [status, body] = answers[request.url ?? ''] ?? [200, 'hello']
    response.writeHead(status, { 'content-type': body === 'hello' ? 'text/plain' : 'application/json' }).end(body)
  })
  client = makeClient(url)
  const driver = controlDriver(`${url}/ignored`, loadContract(source).controlOperations, client)
  expect(await driver.cause('alertFires', {})).toEqual({ opened: true })
  await expect(driver.cause('alertResolves', {})).rejects.toMatchObject({ name: 'EventRefused', status: 409 })
  expect(driver.can('probeResult')).toBe(true)
  await expect(driver.cause('probeResult', {})).rejects.toBeInstanceOf(EventRefused)
  expect(driver.can('probeResult')).toBe(false)
  await expect(driver.cause('advanceClock', {})).rejects.toThrow('did not respond with JSON')
})
