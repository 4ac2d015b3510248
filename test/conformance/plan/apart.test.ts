import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apart } from '../../../src/conformance/plan/apart.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'
import { received } from '../../../src/target/received.ts'
import { openWalking } from '../../support/walking.ts'

/** The same question is answered once for all who ask it at the same time, whoever they are. */
function coalescing(client: Client): Client {
  const underWay = new Map<string, Promise<Exchange>>()
  return {
    ...client,
    async send(sent) {
      if (sent.method !== 'GET') return client.send(sent)
      const answer = underWay.get(sent.path) ?? client.send(sent)
      underWay.set(sent.path, answer)
      const exchange = await answer
      underWay.delete(sent.path)
      return exchange
    },
  }
}

/** Of two changes at the same time the second is answered as if it had been made. */
function losing(client: Client): Client {
  let underWay = 0
  const onlyInName = async (sent: Sent): Promise<Exchange> => {
    const now = await client.send({ ...sent, method: 'GET', body: undefined })
    if (!now.answered || now.received.status !== 200) return client.send(sent)
    const shown = { ...(now.received.json as object), ...JSON.parse(String(sent.body ?? '{}')) }
    return { ...now, sent, received: received(200, { 'content-type': 'application/json' }, JSON.stringify(shown)) }
  }
  return {
    ...client,
    async send(sent) {
      if (sent.method !== 'PATCH') return client.send(sent)
      const isSecond = underWay++ > 0
      const exchange = await (isSecond ? onlyInName(sent) : client.send(sent))
      underWay--
      return exchange
    },
  }
}

/** A change writes back all there was when it began: what went meanwhile is there again. */
function bringingBack(client: Client): Client {
  let changes = 0
  return {
    ...client,
    async send(sent) {
      if (sent.method === 'DELETE' && changes > 0)
        return { ...(await client.send({ ...sent, method: 'GET' })), sent, received: received(204, {}, '') } as Exchange
      if (sent.method !== 'PATCH') return client.send(sent)
      changes++
      await setTimeout(20)
      const exchange = await client.send(sent)
      changes--
      return exchange
    },
  }
}

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const operations = walking.of('uptime')
  const findings = []
  for (const walk of apart(operations, looksAmong(operations))) findings.push((await walking.walk(walk)).finding)
  return findings.filter((finding) => finding !== undefined)
}

test('requests that have nothing to do with each other get what they would have got alone', async () => {
  expect(await found((client) => client)).toEqual([])
})

test('an answer for one of us is not given to others who ask at the same time', async () => {
  const findings = await found(coalescing)
  expect(findings.map(({ operation }) => operation)).toContain('getMonitor')
  expect(findings.every(({ check }) => check === 'parallel')).toBe(true)
})

test('of two things that are changed at the same time neither change is lost', async () => {
  expect(await found(losing)).toMatchObject([{ severity: 'failure' }])
})

test('what goes while another is changed does not come back', async () => {
  const findings = await found(bringingBack)
  expect(findings).not.toEqual([])
  expect(findings.every(({ severity }) => severity === 'failure')).toBe(true)
})
