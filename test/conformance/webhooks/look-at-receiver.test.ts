import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import type { Receiver } from '../../../src/conformance/session/receiver.ts'
import { rowsOf } from '../../../src/conformance/shadow/rows.ts'
import { WEBHOOK_RECEIVED } from '../../../src/conformance/step/receiver-look.ts'
import { lookAtReceiver } from '../../../src/conformance/webhooks/look-at-receiver.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking } from '../../support/walking.ts'

interface Arriving {
  /** The deliveries that the API tells of when it is read for the n-th time. */
  readonly told: (read: number) => readonly object[]
  /** The answers to the webhooks that have arrived. */
  readonly answered?: () => readonly number[]
}

const ONE = { state: 'delivered', attempts: 1, lastStatus: 200 }

/** A look at a receiver that webhooks have reached. */
async function lookedAt({ told, answered = () => [200] }: Arriving) {
  let reads = 0
  let endpointId = ''
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!sent.path.includes('endpointId=') || !exchange.answered) return exchange
      const json = { deliveries: told(++reads).map((one, place) => ({ ...one, id: `d-${place}`, endpointId })) }
      return { ...exchange, received: { ...exchange.received, json, text: JSON.stringify(json) } }
    },
  })
  const walking = await openWalking({ between, judgedBy: (own) => ({ ...own, settle: 1 }) })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  const { shadow } = await walking.walk([call(contract.operation('createWebhook'))])
  endpointId = rowsOf(shadow.world, 'EmailWebhook').at(-1)?.id ?? ''
  const receiver: Receiver = {
    url: 'http://127.0.0.1:1',
    unreachable: false,
    slowestMs: 0,
    issuersAsked: new Set(),
    received: () => answered().map((status) => ({ headers: {}, text: '{}', answered: status })),
    next: () => setTimeout(20),
    close: async () => {},
  }
  const step = { kind: 'event', event: WEBHOOK_RECEIVED, actor: 'owner', body: { endpointId, mark: 'm' } } as const
  const looked = await lookAtReceiver({ ...session, receiver }, shadow, step)
  return { codes: looked.findings.map(({ code }) => code), reads }
}

test('a list of deliveries that catches up is no finding', async () => {
  expect((await lookedAt({ told: (read) => (read < 4 ? [] : [ONE]) })).codes).toEqual([])
})

test('an arrival that the API never tells of is', async () => {
  const { codes, reads } = await lookedAt({ told: () => [] })
  expect(codes).toEqual(['arrival-untold'])
  expect(reads).toBeGreaterThan(4)
})

test('a second attempt that has arrived after long may be recorded a moment later', async () => {
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  const [refused, waiting] = [
    { state: 'failed', attempts: 1, lastStatus: 503 },
    { state: 'pending', attempts: 1 },
  ]
  const { codes } = await lookedAt({
    answered: () => (passedMs() < 2_000 ? [503] : [503, 200]),
    told: () => [passedMs() < 2_400 ? waiting : { ...ONE, attempts: 2 }, refused],
  })
  expect(codes).toEqual([])
})
