import { expect, onTestFinished, test } from 'vitest'
import { sent } from '../../../../src/conformance/areas/email/scripts/mail-goals.ts'
import { full } from '../../../../src/conformance/plan/each-way.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { advance, have } from '../../../../src/conformance/script/script.ts'
import type { Client } from '../../../../src/target/client.ts'
import type { Driver } from '../../../../src/target/driver.ts'
import type { Sent } from '../../../../src/target/exchange.ts'
import { as } from '../../../support/mistaken-target.ts'
import { openWalking } from '../../../support/walking.ts'

type Answer = Readonly<Record<string, unknown>>

/** A target that lists one more delivery: of the first message or another, to the newest endpoint. */
const another =
  (eventType: string, messageId?: string) =>
  (client: Client): Client => {
    const asked = async (like: Sent, path: string) => {
      const exchange = await client.send({ ...like, method: 'GET', path: `/api/v1/email/${path}`, body: undefined })
      return exchange.answered ? (exchange.received.json as Readonly<Record<string, readonly Answer[]>>) : {}
    }
    return {
      ...client,
      async send(request) {
        const exchange = await client.send(request)
        if (!exchange.answered || !request.path.endsWith('/webhook-deliveries')) return exchange
        const [{ webhooks = [] }, { messages = [] }] = [
          await asked(request, 'webhooks'),
          await asked(request, 'messages'),
        ]
        const { deliveries } = exchange.received.json as { deliveries: readonly Answer[] }
        const about = { endpointId: webhooks.at(-1)?.id, messageId: messageId ?? messages.at(-1)?.id, eventType }
        const more = {
          id: 9_000_000,
          ...about,
          state: 'pending',
          attempts: 1,
          lastError: webhooks.at(-1)?.url,
          createdAt: messages.at(-1)?.createdAt,
        }
        return { ...exchange, received: as(exchange.received, 200, { deliveries: [more, ...deliveries] }) }
      },
    }
  }

async function found(meanwhile: readonly ReturnType<typeof advance>[], event: 'sent' | 'none', messageId?: string) {
  const first = await openWalking()
  onTestFinished(() => first.close())
  const types = Object.values(first.contract.gaps.value('email.event-types') as Readonly<Record<string, string>>)
  const walking = await openWalking({
    between: another(event === 'sent' ? (types[0] ?? '') : 'nobody.asked', messageId),
  })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  Object.assign(session, { pause: async () => {} })
  const list = { ...call(contract.operation('listDeliveries')), query: {} }
  const made = full(contract.operation('createWebhook'))
  return (await walking.walk([have('VerifiedDomain'), sent(), ...meanwhile, made, sent(), list])).finding
}

test('an endpoint that was made right after a message was accepted may hear of it', async () => {
  expect(await found([], 'sent')).toBeUndefined()
})

test('and of a message of an earlier sequence that was still on its way', async () => {
  expect(await found([advance('PT4H')], 'sent', 'of-an-earlier-sequence')).toBeUndefined()
})

test('of an event that it did not ask for it hears nothing', async () => {
  expect(await found([], 'none')).toMatchObject({ operation: 'listDeliveries' })
})

test('nor of what happened long before', async () => {
  expect(await found([advance('PT4H')], 'sent')).toMatchObject({ operation: 'listDeliveries' })
})

/** A target whose list of deliveries is empty from the second look on, or from the first. */
const forgetting =
  (from: number) =>
  (client: Client): Client => {
    let looks = 0
    return {
      ...client,
      async send(request) {
        const exchange = await client.send(request)
        if (!exchange.answered || !request.path.endsWith('/webhook-deliveries') || ++looks < from) return exchange
        return { ...exchange, received: as(exchange.received, 200, { deliveries: [] }) }
      },
    }
  }

/** A driver that does not say what came of an event but for the message. */
const tellingNothing = (driver: Driver): Driver => ({
  ...driver,
  cause: async (...asked) => ({ ...Object(await driver.cause(...asked)), changed: [] }),
})

async function foundAfter(change: object | undefined, from: number) {
  const walking = await openWalking({ between: forgetting(from), drivenBy: tellingNothing })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  Object.assign(session, { pause: async () => {} })
  const all = contract.gaps.value('email.event-types') as Readonly<Record<string, string>>
  const made = {
    ...call(contract.operation('createWebhook')),
    body: (_: unknown, plain: object) => ({ ...plain, eventTypes: Object.values(all) }),
  }
  const list = { ...call(contract.operation('listDeliveries')), query: {} }
  const changed = { ...call(contract.operation('updateWebhook')), body: () => change }
  const looks = [...(from === 2 ? [list] : []), ...(change ? [changed] : []), list]
  return (await walking.walk([have('VerifiedDomain'), made, sent(), ...looks])).finding
}

test.each([{ disabled: true }, { eventTypes: ['message.complained'] }])(
  'an endpoint that was changed right after a message was accepted need not hear of it: %o',
  async (change) => {
    expect(await foundAfter(change, 1)).toBeUndefined()
    expect(await foundAfter(change, 2)).toMatchObject({ operation: 'listDeliveries', code: 'lacks' })
  },
)

test('one that was left as it is does', async () => {
  expect(await foundAfter(undefined, 1)).toMatchObject({ operation: 'listDeliveries', code: 'lacks' })
  expect(await foundAfter({ url: 'https://moved.example.com/hook' }, 1)).toMatchObject({ code: 'lacks' })
})
