import { expect, test } from 'vitest'
import type { Options } from '../../support.ts'
import { DAY, makeEmail } from './world.ts'

function mailWorld(options: Options = {}) {
  const world = makeEmail(options)
  const domainId = world.verified('mail.acme.example', true)
  return { ...world, domainId }
}

const ids = (answer: { body: { messages: { id: string }[] } }) => answer.body.messages.map(({ id }) => id)

test('EML-09: the log is newest first, by creation', () => {
  const { owner, sent, received, advance } = mailWorld()
  const first = sent().messageId
  const second = received().messageId
  advance(60)
  const third = sent().messageId
  const old = sent({ createdAt: '2026-02-01T00:00:00Z' }).messageId
  expect(ids(owner.log())).toEqual([third, second, first, old])
  expect(owner.log().body).not.toHaveProperty('cursor')
})

test('EML-09: cursors show every message once, also those of one instant', () => {
  const { owner, sent } = mailWorld({ gaps: { 'email.log-page-size': 3 } })
  const made = Array.from({ length: 8 }, () => sent().messageId)
  made.unshift(...[3, 2, 1].map((days) => sent({ createdAt: `2026-03-0${4 - days}T09:00:00Z` }).messageId))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = owner.log(cursor === undefined ? {} : { cursor })
    expect(page.body.messages.length).toBeLessThanOrEqual(3)
    seen.push(...ids(page))
    cursor = page.body.cursor
    sent()
  } while (cursor !== undefined)
  expect(seen).toEqual(made.toReversed())
})

test('EML-09: filters narrow the log', () => {
  const { owner, sent, received, verified, happen, advance, domainId } = mailWorld()
  const news = verified('news.acme.example')
  const order = sent().messageId
  const letter = sent({ from: 'x@news.acme.example', to: ['Lee@customer.example'] }).messageId
  advance(60)
  const question = received().messageId
  happen('messageDelivered', { messageId: order })
  expect(ids(owner.log({ direction: 'send' }))).toEqual([letter, order])
  expect(ids(owner.log({ direction: 'receive' }))).toEqual([question])
  expect(ids(owner.log({ state: 'delivered' }))).toEqual([order])
  expect(ids(owner.log({ domainId: news }))).toEqual([letter])
  expect(ids(owner.log({ domainId, direction: 'send' }))).toEqual([order])
  expect(ids(owner.log({ to: 'lee@customer.example' }))).toEqual([letter])
  expect(ids(owner.log({ since: '2026-03-05T09:01:10Z' }))).toEqual([question])
  expect(owner.log({ direction: 'sideways' }).status).toBe(400)
})

test('how filters compare is open', () => {
  const { owner, sent, setGap } = mailWorld()
  const one = sent({ to: ['Lee@customer.example'], cc: ['kim@customer.example'] }).messageId
  setGap('email.to-filter', 'exact')
  expect(ids(owner.log({ to: 'lee@customer.example' }))).toEqual([])
  setGap('email.to-filter', 'substring')
  expect(ids(owner.log({ to: 'lee@' }))).toEqual([one])
  expect(ids(owner.log({ to: 'kim@' }))).toEqual([])
  setGap('email.to-filter-cc', 'to-and-cc')
  expect(ids(owner.log({ to: 'kim@' }))).toEqual([one])
  const since = '2026-03-05T09:00:05Z'
  expect(ids(owner.log({ since }))).toEqual([one])
  setGap('email.since-boundary', 'excluded')
  expect(ids(owner.log({ since }))).toEqual([])
  setGap('email.since-form', 'epoch-seconds')
  expect(owner.log({ since }).status).toBe(400)
  expect(ids(owner.log({ since: String(Date.parse(since) / 1000 - 1) }))).toEqual([one])
  setGap('email.invalid-since', 'ignore')
  expect(ids(owner.log({ since: 'yesterday' }))).toEqual([one])
})

test('filters and cursors that name nothing', () => {
  const { owner, sent, setGap } = mailWorld()
  sent()
  expect(ids(owner.log({ state: 'lost' }))).toEqual([])
  expect(owner.log({ cursor: '?' }).status).toBe(400)
  setGap('email.invalid-cursor', 'first-page')
  expect(ids(owner.log({ cursor: '?' }))).toHaveLength(1)
  setGap('email.invalid-cursor', 'empty')
  expect(ids(owner.log({ cursor: '?' }))).toEqual([])
  setGap('email.unknown-filter', 'refuse')
  expect(owner.log({ state: 'lost' }).status).toBe(404)
  expect(owner.log({ domainId: 'nowhere' }).status).toBe(404)
})

test('what the last page shows as cursor is open', () => {
  const { owner, sent, setGap } = mailWorld({ gaps: { 'email.last-page-cursor': 'empty-string' } })
  sent()
  expect(owner.log().body.cursor).toBe('')
  setGap('email.last-page-cursor', 'leads-to-empty-page')
  const { cursor = '' } = owner.log().body
  expect(owner.log({ cursor }).body).toEqual({ messages: [] })
})

test('EML-09 and EML-11: the log reaches back 90 days, the content 30', () => {
  const { owner, sent, advance } = mailWorld()
  const { messageId } = sent({ text: 'Hello' })
  advance(30 * DAY)
  expect(owner.content(messageId).status).toBe(200)
  advance(1)
  expect(owner.content(messageId).status).toBe(404)
  expect(owner.message(messageId).status).toBe(200)
  advance(60 * DAY - 1)
  expect(ids(owner.log())).toEqual([messageId])
  advance(1)
  expect(ids(owner.log())).toEqual([])
  expect(owner.message(messageId).status).toBe(404)
})

test('the edge of the windows, and reading past them, is open', () => {
  const { owner, sent, advance, setGap } = mailWorld({ gaps: { 'email.message-past-window': 'readable' } })
  const { messageId } = sent()
  setGap('email.window-boundary', 'gone')
  advance(30 * DAY)
  expect(owner.content(messageId).status).toBe(404)
  advance(60 * DAY)
  expect(ids(owner.log())).toEqual([])
  advance(1000 * DAY)
  expect(owner.message(messageId).status).toBe(200)
})

test('EML-10: a message comes with what happened to it', () => {
  const { owner, sent, happen, advance } = mailWorld()
  const { messageId } = sent({ cc: ['lee@customer.example'] })
  const early = { messageId, recipient: 'lee@customer.example', occurredAt: '2026-03-05T08:00:00Z' }
  expect(() => happen('messageDelivered', early)).toThrow('was before the message')
  happen('messageDelivered', { messageId, recipient: 'lee@customer.example' })
  advance(60)
  happen('messageBounced', {
    messageId,
    recipient: 'kim@customer.example',
    bounce: 'hard',
    occurredAt: '2026-03-05T09:00:30Z',
  })
  happen('messageComplained', { messageId, recipient: 'lee@customer.example' })
  expect(owner.message(messageId).body).toMatchObject({
    message: { state: 'complained', lastError: 'recipient refused' },
    events: [
      { kind: 'sent' },
      { kind: 'delivered', recipient: 'lee@customer.example' },
      {
        kind: 'bounced',
        recipient: 'kim@customer.example',
        bounceType: 'hard',
        detail: { reply: 'the mailbox did not take it' },
        occurredAt: '2026-03-05T09:00:30Z',
      },
      { kind: 'complained', recipient: 'lee@customer.example' },
    ],
  })
  expect(() => happen('messageDelivered', { messageId, recipient: 'x@x.example' })).toThrow('does not go to')
  expect(() => happen('messageDelivered', { messageId: 'x' })).toThrow('no message')
})

test('names of states and of bounce types are open', () => {
  const { owner, sent, happen, setGap } = mailWorld({ gaps: { 'email.bounce-types': { hard: 'perm', soft: 'temp' } } })
  const { messageId } = sent()
  happen('messageBounced', { messageId, bounce: 'soft' })
  expect(owner.message(messageId).body).toMatchObject({
    message: { state: 'sent' },
    events: [{}, { bounceType: 'temp' }],
  })
  setGap('email.soft-bounce-state', 'bounced')
  happen('messageBounced', { messageId, bounce: 'soft' })
  expect(owner.message(messageId).body.message.state).toBe('bounced')
  setGap('email.complaint-state', 'stays')
  happen('messageComplained', { messageId })
  expect(owner.message(messageId).body.message.state).toBe('bounced')
})

test('EML-11: the content is the raw message', () => {
  const { owner, sent } = mailWorld()
  const { messageId } = sent({ cc: ['lee@customer.example'], subject: 'Your order', text: 'It left.\nSee you.' })
  const { body } = owner.content(messageId)
  expect(body.split('\r\n')).toEqual([
    'From: orders@mail.acme.example',
    'To: kim@customer.example',
    'Cc: lee@customer.example',
    'Subject: Your order',
    'Date: Thu, 05 Mar 2026 09:00:05 +0000',
    `Message-ID: <${messageId}@mail.acme.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    'It left.',
    'See you.',
    '',
  ])
  expect(owner.message(messageId).body.message.sizeBytes).toBe(body.length)
})

test('EML-11: whatever is written stays mail: other letters, long lines, broken headers, any size', () => {
  const { owner, sent } = mailWorld()
  const { messageId } = sent({ subject: 'Grüße\r\nBcc: x@x.example', text: 'ä'.repeat(600), sizeBytes: 5000 })
  const { body } = owner.content(messageId)
  const [head = '', text = ''] = body.split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc/m)
  expect(head).toContain('Subject: =?utf-8?B?')
  expect(head).toContain('Content-Transfer-Encoding: base64')
  expect(body.split('\r\n').every((line: string) => line.length <= 78)).toBe(true)
  expect(Buffer.from(text.replaceAll('\r\n', ''), 'base64').toString()).toBe('ä'.repeat(600))
  expect(body.length).toBe(5000)
  expect(owner.message(messageId).body.message.sizeBytes).toBe(5000)
})

test('EML-11: a subject that looks like an encoded one is read as it was written', () => {
  const { owner, sent } = mailWorld()
  const subject = '=?utf-8?B?YWJj?= is base64'
  const { body } = owner.content(sent({ subject }).messageId)
  const [, word = ''] = /^Subject: =\?utf-8\?B\?(.*)\?=\r$/m.exec(body) ?? []
  expect(Buffer.from(word, 'base64').toString()).toBe(subject)
})

test('EML-10: what is reported late stands where it happened, and leaves a later state alone', () => {
  const { owner, verified, sent, happen, advance } = makeEmail()
  verified()
  const { messageId } = sent()
  advance(3600)
  happen('messageDelivered', { messageId, occurredAt: '2026-03-05T09:30:00Z' })
  happen('messageBounced', { messageId, bounce: 'hard', occurredAt: '2026-03-05T09:10:00Z' })
  expect(owner.message(messageId).body).toMatchObject({
    message: { state: 'delivered', stateAt: '2026-03-05T09:30:00Z' },
    events: [
      { kind: 'sent' },
      { kind: 'bounced', occurredAt: '2026-03-05T09:10:00Z' },
      { kind: 'delivered', occurredAt: '2026-03-05T09:30:00Z' },
    ],
  })
  expect(owner.message(messageId).body.message).not.toHaveProperty('lastError')
})

test('what happened in the past came on the suppression list then, and stands there in that order', () => {
  const { owner, sent, happen, advance, call } = mailWorld()
  const { messageId } = sent({ to: ['kim@customer.example'], cc: ['lee@customer.example'] })
  advance(3600)
  happen('messageBounced', { messageId, recipient: 'lee@customer.example', bounce: 'hard' })
  happen('messageComplained', {
    messageId,
    recipient: 'kim@customer.example',
    occurredAt: '2026-03-05T09:30:00Z',
  })
  const listed = call('listSuppressions', 'owner').body.suppressions
  expect(listed).toMatchObject([
    { address: 'kim@customer.example', reason: 'complaint', createdAt: '2026-03-05T09:30:00Z' },
    { address: 'lee@customer.example', reason: 'bounce' },
  ])
  const { events } = owner.message(messageId).body
  const bounced = events.find(({ kind }) => kind === 'bounced')
  expect(listed[1]?.createdAt).toBe(bounced?.occurredAt)
})
