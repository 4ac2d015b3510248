import { expect, onTestFinished, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/domains.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/message-log.ts'
import { ROUTE_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/routes.ts'
import { SENDING_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/sending.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Script } from '../../../../../src/conformance/script/script.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import type { Exchange } from '../../../../../src/target/exchange.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { openWalking } from '../../../../support/walking.ts'

type Item = Readonly<Record<string, unknown>>
type Cause = (cause: Driver['cause'], event: string, body: Item) => Promise<unknown>

interface Case {
  readonly name: string
  readonly scripts: readonly Script[]
  /** The walks that are to show it. */
  readonly fits: (walk: Walk) => boolean
  /** What becomes of an outside event. */
  readonly causes?: () => Cause
  readonly between?: () => (client: Client) => Client
  /** What the mock does at open points. */
  readonly gaps?: Profile['gaps']
  readonly seen: Item
}

const does = (walk: Walk): string =>
  walk.map((goal) => (goal.kind === 'call' ? goal.operation.id : goal.kind === 'event' ? goal.event : '')).join(' ')

const CASES: readonly Case[] = [
  {
    name: 'a revoked key still sends',
    scripts: SENDING_SCRIPTS,
    fits: (walk) => does(walk).endsWith('createSendKey revokeSendKey messageSent'),
    causes: () => async (cause, event, body) => {
      const { sendKeyId: _id, secret: _secret, ...mail } = body
      return cause(event, event === 'messageSent' ? mail : body)
    },
    seen: { operation: 'messageSent', severity: 'failure' },
  },
  {
    name: 'a route takes mail with a tag for that without it',
    scripts: ROUTE_SCRIPTS,
    fits: (walk) => does(walk).split('messageReceived').length > 6,
    causes: () => async (cause, event, body) =>
      cause(event, event === 'messageReceived' ? { ...body, to: [String(body.to).replace('+tag', '')] } : body),
    seen: { operation: 'listDeliveries', severity: 'failure' },
  },
  {
    name: 'a quota that was lowered below what went out stops nothing',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).includes('quotaChanges messageSent quotaChanges'),
    causes: () => {
      let changes = 0
      return async (cause, event, body) => {
        const isLowered = event === 'quotaChanges' && ++changes === 2
        return cause(event, isLowered ? { ...body, value: 1000 } : body)
      }
    },
    seen: { operation: 'messageSent', severity: 'failure' },
  },
  {
    name: 'of many events only the latest are kept',
    scripts: SENDING_SCRIPTS,
    fits: (walk) => does(walk).split('messageDelivered').length > 20,
    between: () => (client) => ({
      ...client,
      async send(sent, held) {
        const exchange = await client.send(sent, held)
        const { message, events = [] } = Object(exchange.answered && exchange.received.json)
        if (!exchange.answered || !message) return exchange
        const kept = events.filter(({ kind }: Item, place: number) => kind === 'sent' || place >= events.length - 20)
        return { ...exchange, received: as(exchange.received, 200, { message, events: kept }) }
      },
    }),
    seen: { operation: 'getMessage', code: 'untold-event', severity: 'failure' },
  },
  {
    name: 'each domain has a quota of its own, where nothing shows how much was accepted',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).includes('messageSent createSendKey getEmailSettings quotaChanges'),
    gaps: { 'email.optional-settings': 'absent' },
    causes: () => async (cause, event, body) => {
      if (event === 'messageSent' && body.sendKeyId) await cause('quotaChanges', { quota: 'daily-email', value: 1000 })
      return cause(event, body)
    },
    seen: { operation: 'messageSent', severity: 'failure', rules: ['email.quota-used-up'] },
  },
  {
    name: 'a pause is over with the day',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).split('messageBounced').length > 20,
    causes: () => async (cause, event, body) => {
      const answer = await cause(event, body)
      if (event === 'advanceClock' && body.by === 'P2D') await cause('sendingUnpaused', {})
      return answer
    },
    seen: { operation: 'getEmailSettings', severity: 'failure' },
  },
  {
    name: 'a raw message with other letters has another type',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).includes('getMessageContent messageSent getMessageContent'),
    between: () => (client) => ({
      ...client,
      async send(sent, held) {
        const exchange = await client.send(sent, held)
        if (!exchange.answered || !sent.path.endsWith('/content')) return exchange
        if (exchange.received.text.includes('plain text')) return exchange
        const headers = { ...exchange.received.headers, 'content-type': 'message/global' }
        return { ...exchange, received: { ...exchange.received, headers } }
      },
    }),
    seen: { code: 'raw-message', severity: 'failure' },
  },
  {
    name: 'a check does nothing for a domain that sends already',
    scripts: DOMAIN_SCRIPTS,
    fits: (walk) => does(walk).split('checkDomain').length > 2,
    // Nothing is noticed unasked.
    gaps: { 'email.verification-times': { forcedSeconds: 5, unaskedSeconds: 0, timeoutHours: 0 } },
    between: () => (client) => {
      let first: Exchange | undefined
      return {
        ...client,
        async send(sent, held) {
          if (!sent.path.endsWith('/check')) return client.send(sent, held)
          first ??= await client.send(sent, held)
          return { ...first, sent }
        },
      }
    },
    seen: { code: 'never-verified', operation: 'getDomain' },
  },
  {
    name: 'what bounces here pauses those next door',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).startsWith('sendingUnpaused'),
    causes: () => async (cause, event, body) => {
      const answer = await cause(event, body)
      return body.bounce === 'soft' ? { ...Object(answer), paused: true } : answer
    },
    between: () => (client) => {
      let looks = 0
      return {
        ...client,
        async send(sent, held) {
          const exchange = await client.send(sent, held)
          const isTheirs = sent.path.endsWith('/settings') && String(sent.headers.authorization).includes('outsider')
          if (!exchange.answered || !isTheirs || ++looks < 3) return exchange
          const told = { pausedAt: '2026-11-01T00:00:00Z', pauseReason: 'bounces', paused: true }
          const json = { ...Object(exchange.received.json), ...told }
          return { ...exchange, received: as(exchange.received, 200, json) }
        },
      }
    },
    seen: { operation: 'getEmailSettings', check: 'isolation', path: 'paused' },
  },
  {
    name: 'a cursor leads nowhere once the message before it is in another state',
    scripts: MESSAGE_LOG_SCRIPTS,
    fits: (walk) => does(walk).includes('listMessages messageDelivered listMessages'),
    between: () => (client) => {
      const before = new Map<string | null, { readonly id: string; readonly state: string }>()
      return {
        ...client,
        async send(sent, held) {
          const exchange = await client.send(sent, held)
          if (!exchange.answered || !sent.path.includes('/messages?')) return exchange
          const query = new URLSearchParams(sent.path.split('?')[1])
          const { messages = [], cursor } = Object(exchange.received.json)
          if (cursor) before.set(cursor, messages.at(-1))
          const last = query.has('state') && before.get(query.get('cursor'))
          if (!last) return exchange
          const path = sent.path.replace(/\?.*/, `/${last.id}`)
          const now = await client.send({ ...sent, path })
          const { message } = Object(now.answered && now.received.json)
          return message?.state === last.state
            ? exchange
            : { ...exchange, received: as(exchange.received, 422, { error: 'no such cursor' }) }
        },
      }
    },
    seen: { operation: 'listMessages', severity: 'failure' },
  },
]

async function found({ scripts, fits, gaps = {} }: Case, causes?: Cause, between?: (client: Client) => Client) {
  const drivenBy = (own: Driver): Driver => ({
    ...own,
    cause: async (event, body) => (causes ? causes(own.cause, event, Object(body)) : own.cause(event, body)),
  })
  const walking = await openWalking({ drivenBy, gaps, ...(between && { between }) })
  onTestFinished(() => walking.close())
  const walks = scripts.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(fits)
  expect(walks).not.toHaveLength(0)
  for (const walk of walks) {
    const { finding } = await walking.walk(walk)
    if (finding) return finding
  }
  return undefined
}

test.each(sampled(CASES, 3))('$name', async (one) => {
  expect(await found(one)).toBeUndefined()
  expect(await found(one, one.causes?.(), one.between?.())).toMatchObject(one.seen)
})
