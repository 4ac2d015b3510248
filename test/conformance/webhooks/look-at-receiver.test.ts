import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import type { Receiver } from '../../../src/conformance/session/receiver.ts'
import { rowsOf } from '../../../src/conformance/shadow/rows.ts'
import { WEBHOOK_RECEIVED } from '../../../src/conformance/step/receiver-look.ts'
import { lookAtReceiver } from '../../../src/conformance/webhooks/look-at-receiver.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking } from '../../support/walking.ts'

/** A look at a receiver that one webhook has reached; the API tells of its delivery from the n-th read on. */
async function lookedAt(toldFrom: number) {
  let reads = 0
  let endpointId = ''
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!sent.path.includes('endpointId=') || !exchange.answered) return exchange
      const delivery = { id: 'd-1', endpointId, state: 'delivered', attempts: 1, lastStatus: 200 }
      const json = { deliveries: ++reads < toldFrom ? [] : [delivery] }
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
    received: () => [{ headers: {}, text: '{}', answered: 200 }],
    next: async () => {},
    close: async () => {},
  }
  const step = { kind: 'event', event: WEBHOOK_RECEIVED, actor: 'owner', body: { endpointId, mark: 'm' } } as const
  const looked = await lookAtReceiver({ ...session, receiver }, shadow, step)
  return { codes: looked.findings.map(({ code }) => code), reads }
}

test('a list of deliveries that catches up is no finding', async () => {
  expect((await lookedAt(4)).codes).toEqual([])
})

test('an arrival that the API never tells of is', async () => {
  const { codes, reads } = await lookedAt(Number.POSITIVE_INFINITY)
  expect(codes).toEqual(['arrival-untold'])
  expect(reads).toBeGreaterThan(4)
})
