import { each, insteadOf, relist, reversed, rewrite, unfiltered } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, reply, withBody } from '../replies.ts'
import { advance, event, get, post, type Step, times } from '../steps.ts'

const LOG = 'GET /email/messages'
const DELIVERIES = 'GET /email/webhook-deliveries'

/** A domain that can send: the first step registers it, the fourth has seen it verified. */
const verified: readonly Step[] = [
  post('/email/domains', { name: 'mail.acme.example' }),
  event('dns-record-published', { domain: 'mail.acme.example' }),
  post('/email/domains/$1.id/check'),
  advance('PT10M'),
]
const mail = event('message-sent', { from: 'shop@mail.acme.example', to: ['jo@customer.example'] })

/** On top of that an endpoint, the fifth step, that takes everything. */
const listening: readonly Step[] = [
  ...verified,
  post('/email/webhooks', { url: 'https://hooks.acme.example/mail', eventTypes: ['message.sent'] }),
  event('webhook-endpoint-answers', { endpointId: '$5.webhook.id', answers: [{ status: 200 }] }),
]

/** More than a page of the log, the last page first asked for by the cursor of the one before. */
const twoPages: readonly Step[] = [
  ...verified,
  ...times(52, mail),
  get('/email/messages'),
  get('/email/messages?cursor=$57.cursor'),
]

export const emailMail: readonly Fault[] = [
  {
    name: 'email-log-oldest-first',
    area: 'email',
    does: 'a page of the message log begins with the oldest',
    breaks: 'Endpoints, Email, messages: newest first',
    checklist: ['EML-09'],
    show: [...verified, mail, advance('PT1M'), mail, get('/email/messages')],
    deeds: { [LOG]: reversed('messages') },
  },
  {
    name: 'email-log-cursor-skips',
    area: 'email',
    does: 'every page after the first lacks its first message',
    breaks: 'Endpoints, Email, messages: the cursor leads to the next page',
    checklist: ['EML-09'],
    show: twoPages,
    deeds: { [LOG]: relist('messages', (all, { ask }) => (ask.query.has('cursor') ? all.slice(1) : all)) },
  },
  {
    name: 'email-log-cursor-repeats',
    area: 'email',
    does: 'every page after the first begins with the last message of the one before',
    breaks: 'Endpoints, Email, messages: the cursor leads to the next page',
    checklist: ['EML-09'],
    show: twoPages,
    deeds: {
      [LOG]: rewrite((page, { ask, memory }) => {
        const messages = asList(page.messages)
        if (page.cursor !== undefined) memory.notes.set(`last before ${page.cursor}`, messages.at(-1))
        const last = memory.notes.get(`last before ${ask.query.get('cursor')}`)
        return { ...page, messages: last === undefined ? messages : [last, ...messages] }
      }),
    },
  },
  {
    name: 'email-log-direction-ignored',
    area: 'email',
    does: 'the log of what came in has what went out too',
    breaks: 'Endpoints, Email, messages: direction is a filter',
    checklist: ['EML-09'],
    show: [...verified, mail, get('/email/messages?direction=receive')],
    deeds: { [LOG]: unfiltered('direction') },
  },
  {
    name: 'email-log-domain-ignored',
    area: 'email',
    does: 'the log of one domain has the messages of all',
    breaks: 'Endpoints, Email, messages: domainId is a filter',
    checklist: ['EML-09'],
    show: [
      ...verified,
      post('/email/domains', { name: 'news.acme.example' }),
      mail,
      get('/email/messages?domainId=$5.id'),
    ],
    deeds: { [LOG]: unfiltered('domainId') },
  },
  {
    name: 'email-log-beyond-90-days',
    area: 'email',
    does: 'messages once listed stay in the log for ever',
    breaks: 'Limits: the message log reaches back 90 days',
    checklist: ['EML-09', 'LIM-01'],
    show: [...verified, mail, get('/email/messages'), advance('P91D'), get('/email/messages')],
    deeds: {
      [LOG]: relist('messages', (all, { ask, memory }) => {
        if (ask.query.size > 0) return all
        const key = `log ${ask.headers.authorization}`
        const gone = asList(memory.notes.get(key)).filter(({ id }) => !all.some((one) => one.id === id))
        memory.notes.set(key, [...all, ...gone])
        return [...all, ...gone]
      }),
    },
  },
  {
    name: 'email-content-as-json',
    area: 'email',
    does: 'the raw message comes wrapped in JSON',
    breaks: 'Endpoints, Email, content: message/rfc822',
    checklist: ['EML-11', 'GEN-07'],
    show: [...verified, mail, get('/email/messages/$5.messageId/content')],
    deeds: {
      'GET /email/messages/{id}/content': async ({ pass }) => {
        const answer = await pass()
        return good(answer) ? reply(200, { content: answer.body.toString('utf8') }) : answer
      },
    },
  },
  {
    name: 'email-content-beyond-30-days',
    area: 'email',
    does: 'a raw message once fetched can be fetched for ever',
    breaks: 'Errors, email: 404 for content past its retention window',
    checklist: ['EML-11', 'LIM-01'],
    show: [
      ...verified,
      mail,
      get('/email/messages/$5.messageId/content'),
      advance('P31D'),
      get('/email/messages/$5.messageId/content'),
    ],
    deeds: {
      'GET /email/messages/{id}/content': async ({ ask, pass, memory }) => {
        const answer = await pass()
        const key = `content ${ask.headers.authorization} ${ask.at.id}`
        const kept = memory.notes.get(key)
        if (good(answer)) memory.notes.set(key, answer.body)
        if (answer.status !== 404 || !Buffer.isBuffer(kept)) return answer
        return { status: 200, headers: { 'content-type': 'message/rfc822' }, body: kept }
      },
    },
  },
  {
    name: 'email-message-event-kind-opened',
    area: 'email',
    does: 'the events of a message call a delivery opened',
    breaks: 'Resources, EmailMessageEvent: the kinds are sent, delivered, bounced, complained',
    checklist: ['EML-10', 'GEN-02'],
    show: [
      ...verified,
      mail,
      event('message-delivered', { messageId: '$5.messageId' }),
      get('/email/messages/$5.messageId'),
    ],
    deeds: {
      'GET /email/messages/{id}': each('events', (one) => ({
        ...one,
        kind: one.kind === 'delivered' ? 'opened' : one.kind,
      })),
    },
  },
  {
    name: 'email-hard-bounce-suppresses-nothing',
    area: 'email',
    does: 'addresses that bounced are not on the suppression list',
    breaks: 'Events, point 2: a hard bounce adds the address with reason bounce',
    checklist: ['EML-13'],
    show: [
      ...verified,
      mail,
      event('message-bounced', { messageId: '$5.messageId', bounce: 'hard' }),
      get('/email/suppressions'),
    ],
    deeds: {
      'GET /email/suppressions': relist('suppressions', (all) => all.filter(({ reason }) => reason !== 'bounce')),
    },
  },
  {
    name: 'email-complaint-is-a-bounce',
    area: 'email',
    does: 'an address that complained is suppressed with reason bounce',
    breaks: 'Events, point 2: a complaint adds reason complaint',
    checklist: ['EML-13'],
    show: [...verified, mail, event('message-complained', { messageId: '$5.messageId' }), get('/email/suppressions')],
    deeds: {
      'GET /email/suppressions': each('suppressions', (one) => ({
        ...one,
        reason: one.reason === 'complaint' ? 'bounce' : one.reason,
      })),
    },
  },
  {
    name: 'email-deliveries-oldest-first',
    area: 'email',
    does: 'the list of deliveries begins with the oldest',
    breaks: 'Endpoints, Email, deliveries: newest first',
    checklist: ['EML-15'],
    show: [...listening, mail, advance('PT1M'), mail, advance('PT1M'), get('/email/webhook-deliveries')],
    deeds: { [DELIVERIES]: reversed('deliveries') },
  },
  {
    name: 'email-deliveries-endpoint-ignored',
    area: 'email',
    does: 'the deliveries of one endpoint include those of others',
    breaks: 'Endpoints, Email, deliveries: endpointId is a filter',
    checklist: ['EML-15'],
    show: [
      ...listening,
      post('/email/webhooks', { url: 'https://hooks.acme.example/other', eventTypes: ['message.received'] }),
      mail,
      advance('PT1M'),
      get('/email/webhook-deliveries?endpointId=$7.webhook.id'),
    ],
    deeds: { [DELIVERIES]: unfiltered('endpointId') },
  },
  {
    name: 'email-redelivery-reuses-id',
    area: 'email',
    does: 'redelivering answers the id of the old delivery',
    breaks: 'States, webhook delivery: redelivery inserts a new record',
    checklist: ['EML-16'],
    show: [
      ...listening,
      mail,
      advance('PT1M'),
      get('/email/webhook-deliveries'),
      post('/email/webhook-deliveries/$9.deliveries.0.id/redeliver'),
    ],
    deeds: { 'POST /email/webhook-deliveries/{id}/redeliver': rewrite((_, { ask }) => ({ id: Number(ask.at.id) })) },
  },
  {
    name: 'email-redelivery-unrecorded',
    area: 'email',
    does: 'what was queued by redelivering is not among the deliveries',
    breaks: 'States, webhook delivery: redelivery inserts a new record',
    checklist: ['EML-16'],
    show: [
      ...listening,
      mail,
      advance('PT1M'),
      get('/email/webhook-deliveries'),
      post('/email/webhook-deliveries/$9.deliveries.0.id/redeliver'),
      get('/email/webhook-deliveries'),
    ],
    deeds: {
      'POST /email/webhook-deliveries/{id}/redeliver': async ({ pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`again ${fieldsOf(answer).id}`, true)
        return answer
      },
      [DELIVERIES]: relist('deliveries', (all, { memory }) => all.filter(({ id }) => !memory.notes.has(`again ${id}`))),
    },
  },
  {
    name: 'email-unknown-message-is-empty',
    area: 'email',
    does: 'an unknown message is answered 200 with nothing in it',
    breaks: 'Errors, email: 404 for an unknown resource',
    checklist: ['EML-01', 'EML-10'],
    show: [get('/email/messages/none')],
    deeds: {
      'GET /email/messages/{id}': insteadOf([404], (_, answer) => withBody({ ...answer, status: 200 }, { events: [] })),
    },
  },
]
