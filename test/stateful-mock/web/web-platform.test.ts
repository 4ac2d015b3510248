import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import { webPlatform } from '../../../stateful-mock/web/web-platform.ts'

const ENCODINGS = ['hex', 'base64', 'base64url'] as const
const text = fc.string({ unit: 'grapheme' })

test('digests are those of Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), text, (key, message) => {
      for (const encoding of ENCODINGS) {
        expect(webPlatform.hashes.sha256(message, encoding)).toBe(nodePlatform.hashes.sha256(message, encoding))
        for (const given of [key, message])
          expect(webPlatform.hashes.hmacSha256(given, message, encoding)).toBe(
            nodePlatform.hashes.hmacSha256(given, message, encoding),
          )
      }
    }),
    { numRuns: 200, seed: 11 },
  )
  const long = 'a'.repeat(100_000)
  expect(webPlatform.hashes.sha256(long, 'hex')).toBe(nodePlatform.hashes.sha256(long, 'hex'))
})

test('texts are as long as Node says, come back from compression, and are the same YAML', () => {
  fc.assert(
    fc.property(text, fc.jsonValue(), (given, value) => {
      expect(webPlatform.byteLength(given)).toBe(nodePlatform.byteLength(given))
      for (const { compression } of [webPlatform, nodePlatform])
        expect(compression.expand(compression.compress(new TextEncoder().encode(given)))).toBe(given)
      expect(webPlatform.toYaml(value)).toBe(nodePlatform.toYaml(value))
    }),
  )
})

test('a timer runs once, unless it was cancelled', async () => {
  for (const { startTimer } of [webPlatform, nodePlatform]) {
    const ran: string[] = []
    startTimer(() => ran.push('kept'), 1)
    startTimer(() => ran.push('cancelled'), 1)()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ran).toEqual(['kept'])
  }
})

test('a webhook comes to a status, and follows no redirect; where nobody answers, it says why', async () => {
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
    if (request.url === '/silent') return
    response.writeHead(request.url === '/moved' ? 307 : 202, { Location: '/elsewhere' }).end('thanks')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  for (const { sendWebhook } of [webPlatform, nodePlatform]) {
    const send = (url: string, stopped = new AbortController().signal, timeoutMs = 5_000) =>
      sendWebhook({ url, headers: {}, body: '{}', timeoutMs }, stopped)
    expect(await send(`${address}/taken`)).toEqual({ status: 202 })
    expect(await send(`${address}/moved`)).toEqual({ status: 307 })
    expect(await send(`${address}/silent`, undefined, 50)).toEqual({ failure: 'timeout' })
    expect(await send(`${address}/silent`, AbortSignal.abort())).toEqual({ failure: 'stopped' })
    expect(await send('http://127.0.0.1:9/')).toEqual({ failure: expect.stringMatching(/^(refused|reset)$/) })
    expect(received.splice(0)).toEqual(['POST /taken Understudy', 'POST /moved Understudy', 'POST /silent Understudy'])
  }
  receiver.closeAllConnections()
  receiver.close()
})
