import { expect, test } from 'vitest'
import type { Client } from '../../src/target/client.ts'
import type { Exchange, Sent } from '../../src/target/exchange.ts'
import { politeClient } from '../../src/target/polite-client.ts'
import { makeStopping } from '../../src/target/stopping.ts'

const SENT: Sent = { method: 'POST', path: '/x', headers: {}, body: undefined }

function answering(...statuses: readonly (readonly [number, string?, unknown?])[]): Client & { sent: number } {
  const client = {
    sent: 0,
    close: async () => {},
    send: async (sent: Sent): Promise<Exchange> => {
      const [status, wait, json = { error: 'later' }] = statuses[Math.min(client.sent, statuses.length - 1)] ?? [200]
      client.sent += 1
      const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait }
      return { answered: true, sent, received: { status, headers, text: '', json, dateMs: 0 } }
    },
  }
  return client
}

test('429 is waited for as long as the target asks, and the request is sent again', async () => {
  const inner = answering([429, '0.1'], [429, new Date(100).toUTCString()], [201])
  const startedMs = performance.now()
  const exchange = await politeClient(inner, {}).send(SENT)
  expect(exchange.answered && exchange.received.status).toBe(201)
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145)
})

test('a 429 that is no refusal as the contract has them is seen, and waited for once it was seen often enough', async () => {
  const inner = answering(...Array.from({ length: 21 }, () => [429, '0.1', 'busy'] as const), [201])
  const client = politeClient(inner, {})
  const seen: unknown[] = []
  for (let request = 0; request < 21; request++) {
    const exchange = await client.send(SENT)
    seen.push(exchange.answered && exchange.received.status)
  }
  expect(seen).toEqual([...Array.from({ length: 20 }, () => 429), 201])
})

test('patience ends: the 429 is answered to whoever asked', async () => {
  const inner = answering([429, '60'])
  const exchange = await politeClient(inner, { patienceMs: 1_000 }).send(SENT)
  expect(exchange.answered && exchange.received.status).toBe(429)
  expect(inner.sent).toBe(1)
})

test('patience is counted over all requests', async () => {
  const inner = answering([429, '0.2'])
  const client = politeClient(inner, { patienceMs: 500 })
  for (let request = 0; request < 10; request++) await client.send(SENT)
  expect(inner.sent).toBe(12)
})

test('a 429 that does not say when to come back is not waited for without end, nor again where that was of no use', async () => {
  const inner = answering([429], [429], [429], [429], [429], [201], [429], [429], [201])
  const client = politeClient(inner, { firstPauseMs: 20 })
  const statusOf = (exchange: Exchange) => exchange.answered && exchange.received.status
  expect([statusOf(await client.send(SENT)), inner.sent]).toEqual([429, 4])
  expect([statusOf(await client.send(SENT)), inner.sent]).toEqual([429, 5])
  expect([statusOf(await client.send(SENT)), inner.sent]).toEqual([201, 6])
  expect([statusOf(await client.send(SENT)), inner.sent]).toEqual([201, 9])
})

test('whoever is stopped does not wait', async () => {
  const control = new AbortController()
  const client = politeClient(answering([429, '30']), { stopping: makeStopping({ signal: control.signal }) })
  const startedMs = performance.now()
  setTimeout(() => control.abort(), 100)
  await client.send(SENT)
  // The target asks for 30 seconds.
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

test('no more requests in a second than were allowed', async () => {
  const inner = answering([200])
  const client = politeClient(inner, { rate: 50 })
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: 11 }, () => client.send(SENT)))
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(195)
})
