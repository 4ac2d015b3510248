import { expect, test } from 'vitest'
import { DELIVERY_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/deliveries.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/message-log.ts'
import { SENDING_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/sending.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Script } from '../../../../../src/conformance/script/script.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import type { Exchange, Received } from '../../../../../src/target/exchange.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { openWalking } from '../../../../support/walking.ts'

type Item = Readonly<Record<string, unknown>>
type Answer = Exchange & { readonly answered: true }

/** What the target was told from outside, in order. */
interface Heard {
  readonly event: string
  readonly body: Item
  readonly answer: Item
}
type Mistake = (exchange: Answer, heard: readonly Heard[]) => Received | Promise<Received>

interface Case {
  readonly name: string
  readonly scripts: readonly Script[]
  /** The walks that are to show it. */
  readonly fits: (walk: Walk) => boolean
  readonly mistake: () => Mistake
  readonly seen: Item
}

const listOf = (received: Received, field: string): Item[] => {
  const list: unknown = Object(received.json)[field]
  return Array.isArray(list) ? list.filter(isObject) : []
}
const withList = (received: Received, field: string, list: readonly Item[]) =>
  as(received, received.status, { ...Object(received.json), [field]: list })
const sentIn = (heard: readonly Heard[]) => heard.filter(({ event }) => event === 'messageSent')
const isOf = (exchange: Answer, path: string) =>
  exchange.received.status < 300 && exchange.sent.path.split('?')[0]?.endsWith(path) === true
const query = (exchange: Answer) => new URLSearchParams(exchange.sent.path.split('?')[1])
const calls = (id: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)
const isOfPages = (walk: Walk) => calls('listMessages')(walk) && walk.length > 60
const isShort = (walk: Walk) => walk.length <= 24

const CASES: readonly Case[] = [
  {
    name: 'whoever got a copy is not suppressed when it bounces',
    scripts: SENDING_SCRIPTS,
    fits: calls('listSuppressions'),
    mistake: () => (exchange) =>
      isOf(exchange, '/suppressions') && exchange.sent.method === 'GET'
        ? withList(
            exchange.received,
            'suppressions',
            listOf(exchange.received, 'suppressions').filter(({ address }) => !String(address).startsWith('copied')),
          )
        : exchange.received,
    seen: { operation: 'listSuppressions', severity: 'failure' },
  },
  {
    name: 'the log is in the order in which mail was heard of',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => calls('listMessages')(walk) && isShort(walk),
    mistake: () => (exchange, heard) => {
      if (!isOf(exchange, '/messages')) return exchange.received
      const arrived = heard.map(({ answer }) => answer.messageId)
      const place = ({ id }: Item) => arrived.indexOf(id)
      const sorted = listOf(exchange.received, 'messages').toSorted((a, b) => place(b) - place(a))
      return withList(exchange.received, 'messages', sorted)
    },
    seen: { operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'the log is in the order in which something became of mail, for those who ask for what was sent',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => calls('listMessages')(walk) && isShort(walk),
    mistake: () => (exchange) => {
      if (!isOf(exchange, '/messages') || query(exchange).get('direction') !== 'send') return exchange.received
      const changed = ({ stateAt }: Item) => Date.parse(String(stateAt))
      const sorted = listOf(exchange.received, 'messages').toSorted((a, b) => changed(b) - changed(a))
      return withList(exchange.received, 'messages', sorted)
    },
    seen: { operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'with since the log goes back as far as somebody asks, though one page does not show it among all other mail',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => calls('listMessages')(walk) && isShort(walk),
    mistake: () => (exchange, heard) => {
      const [first] = listOf(exchange.received, 'messages')
      const old = sentIn(heard).at(-2)
      const asked = query(exchange)
      if (!isOf(exchange, '/messages') || !first || !old || !asked.has('since') || !asked.has('domainId'))
        return exchange.received
      const { to, createdAt } = old.body
      const shown = { ...first, id: old.answer.messageId, to, createdAt, stateAt: createdAt }
      return withList(exchange.received, 'messages', [...listOf(exchange.received, 'messages'), shown])
    },
    seen: { operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'a filter by recipient is lost on the second page',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: isOfPages,
    mistake: () => (exchange, heard) => {
      const asked = query(exchange)
      const [first] = listOf(exchange.received, 'messages')
      const other = sentIn(heard).find(({ body }) => String(body.to) !== asked.get('to'))
      if (!isOf(exchange, '/messages') || !asked.has('cursor') || !asked.has('to') || !first || !other)
        return exchange.received
      const shown = { ...first, id: other.answer.messageId, to: other.body.to }
      return withList(exchange.received, 'messages', [...listOf(exchange.received, 'messages'), shown])
    },
    seen: { code: 'page-unfiltered', operation: 'listMessages' },
  },
  {
    name: 'whoever has one domain only has all of them from the second page on',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: isOfPages,
    mistake: () => (exchange, heard) => {
      const [first] = listOf(exchange.received, 'messages')
      const isLess = exchange.sent.headers.authorization !== 'Bearer owner'
      const other = sentIn(heard).find(({ body }) => body.from !== first?.from)
      if (!isOf(exchange, '/messages') || !query(exchange).has('cursor') || !isLess || !first || !other)
        return exchange.received
      const shown = { ...first, id: other.answer.messageId, from: other.body.from }
      return withList(exchange.received, 'messages', [...listOf(exchange.received, 'messages'), shown])
    },
    seen: { code: 'page-unfiltered', operation: 'listMessages' },
  },
  {
    name: 'a page that is not the last leads nowhere',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: isOfPages,
    mistake: () => (exchange) => {
      if (!isOf(exchange, '/messages')) return exchange.received
      const { cursor: _, ...page } = Object(exchange.received.json)
      return as(exchange.received, 200, page)
    },
    seen: { code: 'pages-lack', operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'a filter by recipient is for what is on the first page',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: isOfPages,
    mistake: () => (exchange) =>
      isOf(exchange, '/messages') && query(exchange).get('to')?.startsWith('early-')
        ? as(exchange.received, 200, { messages: [] })
        : exchange.received,
    seen: { operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'what becomes of two recipients is told twice of one',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => calls('getMessage')(walk) && calls('listSuppressions')(walk),
    mistake: () => (exchange) => {
      const events = listOf(exchange.received, 'events')
      const recipient = events.at(-1)?.recipient
      return recipient === undefined
        ? exchange.received
        : withList(
            exchange.received,
            'events',
            events.map((event) => ({ ...event, recipient })),
          )
    },
    seen: { path: 'events.recipient', operation: 'getMessage', severity: 'failure' },
  },
  {
    name: 'a later page is oldest first',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: isOfPages,
    mistake: () => (exchange) =>
      isOf(exchange, '/messages') && query(exchange).has('cursor')
        ? withList(exchange.received, 'messages', listOf(exchange.received, 'messages').toReversed())
        : exchange.received,
    seen: { code: 'order', operation: 'listMessages', severity: 'failure' },
  },
  {
    name: 'what nothing has happened to yet has no list of events',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => calls('getMessage')(walk) && calls('armDomainReceiving')(walk),
    mistake: () => (exchange) => {
      const { message, events } = Object(exchange.received.json)
      const isBare = Array.isArray(events) && events.length === 0
      return isBare ? as(exchange.received, 200, { message, events: null }) : exchange.received
    },
    seen: { operation: 'getMessage', severity: 'failure' },
  },
  {
    name: 'the mail of all organizations is counted',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => walk.some((goal) => goal.kind === 'call' && goal.manner === 'neighbour'),
    mistake: () => (exchange, heard) =>
      isOf(exchange, '/settings')
        ? as(exchange.received, 200, { ...Object(exchange.received.json), acceptedToday: sentIn(heard).length })
        : exchange.received,
    seen: { path: 'acceptedToday', operation: 'getEmailSettings', severity: 'failure' },
  },
  {
    name: 'what failed is told again under its old number',
    scripts: DELIVERY_SCRIPTS,
    fits: calls('redeliverDelivery'),
    mistake: () => {
      const failed = new Set<string>()
      return (exchange) => {
        for (const { id, state } of listOf(exchange.received, 'deliveries'))
          if (state === 'failed') failed.add(String(id))
        const id = /([^/]*)\/redeliver$/.exec(exchange.sent.path)?.[1] ?? ''
        return failed.has(id) ? as(exchange.received, 202, { id: Number(id) }) : exchange.received
      }
    },
    seen: { operation: 'redeliverDelivery', severity: 'failure' },
  },
  {
    name: 'two who ask at once to be told again share one record',
    scripts: DELIVERY_SCRIPTS,
    fits: calls('redeliverDelivery'),
    mistake: () => {
      const given = new Map<string, unknown>()
      return (exchange) => {
        const { path } = exchange.sent
        if (!path.endsWith('/redeliver') || exchange.received.status !== 202) return exchange.received
        if (!given.has(path)) given.set(path, Object(exchange.received.json).id)
        return as(exchange.received, 202, { id: given.get(path) })
      }
    },
    seen: { operation: 'redeliverDelivery', severity: 'failure' },
  },
]

/** The first thing that walks find wrong with a target that makes a mistake, or with one that makes none. */
async function found(
  { scripts, fits }: Pick<Case, 'scripts' | 'fits'>,
  mistake: Mistake | undefined,
  gaps: Profile['gaps'] = {},
) {
  const heard: Heard[] = []
  const listening = (driver: Driver): Driver => ({
    ...driver,
    async cause(event, body) {
      const answer = await driver.cause(event, body)
      heard.push({ event, body: Object(body), answer: Object(answer) })
      return answer
    },
  })
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      return exchange.answered && mistake ? { ...exchange, received: await mistake(exchange, heard) } : exchange
    },
  })
  const walking = await openWalking({ between, drivenBy: listening, gaps })
  try {
    const walks = scripts.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(fits)
    for (const walk of walks) {
      const { finding } = await walking.walk(walk)
      if (finding) return finding
    }
    return undefined
  } finally {
    await walking.close()
  }
}

test.concurrent.each(sampled(CASES, 4))('$name', async (one) => {
  expect(await found(one, one.mistake())).toMatchObject(one.seen)
})

test.concurrent('nothing is found where it is not so', async () => {
  const [one] = CASES
  const scripts = [...SENDING_SCRIPTS, ...MESSAGE_LOG_SCRIPTS, ...DELIVERY_SCRIPTS]
  expect(one && (await found({ ...one, scripts, fits: () => true }, undefined))).toBeUndefined()
})

test.concurrent.each([50, 10])(
  'nothing where a log of %i to a page shows all domains to whoever has one',
  async (size) => {
    const gaps = { 'general.instance-filtering': 'domains-and-routes', 'email.log-page-size': size }
    expect(await found({ scripts: MESSAGE_LOG_SCRIPTS, fits: isOfPages }, undefined, gaps)).toBeUndefined()
  },
)
