import { expect, test } from 'vitest'
import type { Client } from '../../src/target/client.ts'
import type { Exchange, Sent } from '../../src/target/exchange.ts'
import { politeClient } from '../../src/target/polite-client.ts'

const SENT: Sent = { method: 'POST', path: '/x', headers: {}, body: undefined }

function answering(...statuses: readonly (readonly [number, string?])[]): Client & { sent: number } {
  const client = {
    sent: 0,
    close: async () => {},
    send: async (sent: Sent): Promise<Exchange> => {
      const [status, wait] = statuses[Math.min(client.sent, statuses.length - 1)] ?? [200]
      client.sent += 1
      const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait }
      return { answered: true, sent, received: { status, headers, text: '', json: undefined, dateMs: 0 } }
    },
  }
  return client
}

test('429 is waited for as long as the target asks, and the request is sent again', async () => {
  const waits: number[] = []
  const inner = answering([429, '0.1'], [429, new Date(100).toUTCString()], [201])
  const exchange = await politeClient(inner, { onWait: (ms) => waits.push(ms) }).send(SENT)
  expect(exchange.answered && exchange.received.status).toBe(201)
  expect(waits).toEqual([100, 50])
})

test('patience ends: the 429 is answered to whoever asked', async () => {
  const inner = answering([429, '60'])
  const exchange = await politeClient(inner, { patienceMs: 1_000 }).send(SENT)
  expect(exchange.answered && exchange.received.status).toBe(429)
  expect(inner.sent).toBe(1)
})

test('no more requests in a second than were allowed', async () => {
  const inner = answering([200])
  const client = politeClient(inner, { rate: 50 })
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: 11 }, () => client.send(SENT)))
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(195)
})
