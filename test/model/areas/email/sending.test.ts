import { expect, test } from 'vitest'
import type { Options } from '../../support.ts'
import { makeEmail } from './world.ts'

function sendingWorld(options: Options = {}) {
  const world = makeEmail(options)
  const domainId = world.verified()
  const { secret } = world.owner.key().body
  return { ...world, domainId, secret }
}

test('a message is accepted, queued and sent a little later', () => {
  const { send, secret, owner, advance, domainId } = sendingWorld()
  const { status, body } = send(secret, { cc: ['lee@customer.example'], subject: 'Hello', text: 'Hi' })
  expect(status).toBe(202)
  expect(owner.message(body.id).body).toEqual({
    message: {
      id: body.id,
      direction: 'send',
      state: 'queued',
      from: 'orders@mail.acme.example',
      to: ['kim@customer.example'],
      cc: ['lee@customer.example'],
      subject: 'Hello',
      sizeBytes: owner.content(body.id).body.length,
      door: 'api',
      domainId,
      createdAt: '2026-03-05T09:00:05Z',
      stateAt: '2026-03-05T09:00:05Z',
    },
    events: [],
  })
  advance(1)
  expect(owner.message(body.id).body).toMatchObject({
    message: { state: 'sent', sentAt: '2026-03-05T09:00:06Z', stateAt: '2026-03-05T09:00:06Z' },
    events: [{ kind: 'sent', occurredAt: '2026-03-05T09:00:06Z' }],
  })
})

test('a message that makes no sense is refused', () => {
  const { call, secret } = sendingWorld()
  expect(call('sendMessage', secret, { body: { from: 'orders@mail.acme.example' } }).status).toBe(400)
})

test('whether an unverified domain sends is open', () => {
  const { owner, send, secret, setGap } = sendingWorld()
  owner.domain('news.acme.example')
  const letter = { from: 'x@news.acme.example' }
  expect(send(secret, letter).status).toBe(403)
  setGap('email.send-unverified', 'accept')
  expect(send(secret, letter).status).toBe(202)
})

test("EML-02: a key for the whole organization does not send from a domain of another, which is told from nobody's", () => {
  const { as, send, secret, happen, advance } = sendingWorld()
  const other = as('outsider')
  const { id } = other.domain('mail.globex.example').body
  happen('dnsRecordPublished', { domain: 'mail.globex.example' })
  other.check(id)
  advance(5)
  const [theirs, nobodys] = ['globex', 'initech'].map((name) => send(secret, { from: `x@mail.${name}.example` }))
  expect([theirs?.status, nobodys?.status]).toEqual([403, 403])
  expect(theirs?.body.error).toMatch('another organization')
  expect(nobodys?.body.error).toMatch('has no domain')
  expect(other.log().body.messages).toEqual([])
})

test('EML-12: acceptedToday counts what was accepted, against the daily quota', () => {
  const { owner, send, secret, happen, sent, advance } = sendingWorld()
  expect(owner.settings()).toEqual({
    dailyQuota: 1000,
    paused: false,
    bouncePausePct: 5,
    complaintPausePct: 0.1,
    acceptedToday: 0,
  })
  happen('quotaChanges', { quota: 'daily-email', value: 2 })
  send(secret)
  sent()
  expect(owner.settings()).toMatchObject({ dailyQuota: 2, acceptedToday: 2 })
  expect(send(secret).status).toBe(429)
  expect(() => sent()).toThrow('quota')
  advance(15 * 3600)
  expect(owner.settings().acceptedToday).toBe(0)
  expect(send(secret).status).toBe(202)
})

test('what counts as accepted, and when a day begins, is open', () => {
  const accepted = { dayStartsAtHour: 10, each: 'recipient', suppressed: 'ignored' } as const
  const { owner, send, secret, advance } = sendingWorld({ gaps: { 'email.accepted-today': accepted } })
  owner.suppress('gone@customer.example')
  send(secret, { cc: ['lee@customer.example'] })
  send(secret, { to: ['gone@customer.example'] })
  expect(owner.settings().acceptedToday).toBe(2)
  advance(3600)
  expect(owner.settings().acceptedToday).toBe(0)
})

test('past the quota messages may wait for the next day', () => {
  const { owner, send, secret, happen, advanceTo } = sendingWorld({ gaps: { 'email.quota-reached': 'queue' } })
  happen('quotaChanges', { quota: 'daily-email', value: 0 })
  const { id } = send(secret).body
  advanceTo('2026-03-05T23:59:59Z')
  expect(owner.message(id).body.message.state).toBe('queued')
  expect(owner.settings().acceptedToday).toBe(0)
  advanceTo('2026-03-06T00:00:00Z')
  expect(owner.message(id).body.message.state).toBe('sent')
  expect(owner.settings().acceptedToday).toBe(1)
})

const FEW = { 'email.pause-counting': { windowHours: 24, minimum: 2, bounces: 'hard', pausesWhen: 'reached' } } as const

test('EML-18: passing the threshold of bounces pauses sending, and only staff end it', () => {
  const { owner, send, secret, happen, sent } = sendingWorld({ gaps: FEW })
  const [one] = [sent().messageId, sent({ to: ['lee@customer.example'] }).messageId]
  expect(happen('messageBounced', { messageId: one, bounce: 'soft' }).paused).toBe(false)
  expect(happen('messageBounced', { messageId: one, bounce: 'hard' }).paused).toBe(true)
  expect(owner.settings()).toMatchObject({
    paused: true,
    pausedAt: '2026-03-05T09:00:05Z',
    pauseReason: 'bounce rate',
  })
  expect(send(secret).status).toBe(403)
  expect(() => sent()).toThrow('paused')
  happen('sendingUnpaused', {})
  expect(owner.settings()).toMatchObject({ paused: false })
  expect(owner.settings()).not.toHaveProperty('pausedAt')
  expect(send(secret, { to: ['lee@customer.example'] }).status).toBe(202)
  expect(() => happen('sendingUnpaused', {})).toThrow('not paused')
})

test('EML-18: complaints pause too; below the minimum nothing does', () => {
  const { happen, sent, setGap } = sendingWorld()
  const { messageId } = sent()
  expect(happen('messageComplained', { messageId }).paused).toBe(false)
  setGap('email.pause-counting', { ...FEW['email.pause-counting'], minimum: 1 })
  expect(happen('messageComplained', { messageId }).paused).toBe(true)
})

test('how bounces are counted is open', () => {
  const counting = { windowHours: 2, minimum: 1, bounces: 'all', pausesWhen: 'exceeded' } as const
  const { happen, sent, advance } = sendingWorld({
    gaps: { 'email.pause-counting': counting, 'email.bounce-pause-pct': 50 },
  })
  const [one, two] = [sent().messageId, sent().messageId]
  expect(happen('messageBounced', { messageId: one, bounce: 'soft' }).paused).toBe(false)
  advance(3 * 3600)
  sent()
  expect(happen('messageBounced', { messageId: two, bounce: 'soft' }).paused).toBe(true)
})

test('what is sent during a pause may wait for its end', () => {
  const { owner, send, secret, happen, sent, advance, setGap } = sendingWorld({
    gaps: { ...FEW, 'email.paused-sending': 'queue', 'email.after-unpause': 'kept' },
  })
  const [messageId] = [sent().messageId, sent().messageId]
  happen('messageBounced', { messageId, bounce: 'hard' })
  const { id } = send(secret, { to: ['lee@customer.example'] }).body
  advance(3600)
  expect(owner.message(id).body.message.state).toBe('queued')
  happen('sendingUnpaused', {})
  expect(owner.settings()).toMatchObject({ paused: false, pauseReason: 'bounce rate' })
  advance(1)
  expect(owner.message(id).body.message.state).toBe('sent')
  setGap('email.optional-settings', 'absent')
  expect(Object.keys(owner.settings())).toEqual(['dailyQuota', 'paused', 'pausedAt', 'pauseReason'])
})

test('EML-13: a suppressed address gets nothing until it is lifted, and the next hard bounce adds it again', () => {
  const { owner, send, secret, happen, sent, advance } = sendingWorld()
  const { messageId } = sent()
  const { suppressionIds } = happen('messageBounced', { messageId, bounce: 'hard' })
  expect(owner.suppressions()).toEqual([
    { id: suppressionIds[0], address: 'kim@customer.example', reason: 'bounce', createdAt: '2026-03-05T09:00:05Z' },
  ])
  const { id } = send(secret).body
  advance(1)
  expect(owner.message(id).body).toMatchObject({
    message: { state: 'failed', lastError: 'address is suppressed' },
    events: [],
  })
  expect(() => sent()).toThrow('suppressed')
  expect(sent({ cc: ['lee@customer.example'] }).suppressed).toEqual(['kim@customer.example'])
  expect(owner.delete('deleteSuppression', suppressionIds[0] ?? '').status).toBe(204)
  const again = sent()
  expect(again.suppressed).toEqual([])
  expect(happen('messageBounced', { messageId: again.messageId, bounce: 'hard' }).suppressionIds).toHaveLength(1)
})

test('EML-13: a soft bounce does not suppress, a complaint does', () => {
  const { owner, happen, sent } = sendingWorld()
  const { messageId } = sent({ cc: ['Lee@Customer.example'] })
  expect(happen('messageBounced', { messageId, bounce: 'soft' }).suppressionIds).toEqual([])
  happen('messageComplained', { messageId, recipient: 'Lee@Customer.example' })
  expect(owner.suppressions()).toMatchObject([{ address: 'lee@customer.example', reason: 'complaint' }])
})

test('EML-13: suppressing by hand answers 201 with the reason manual', () => {
  const { owner } = makeEmail()
  const { status, body } = owner.suppress('former@customer.example')
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    address: 'former@customer.example',
    reason: 'manual',
    createdAt: '2026-03-05T09:00:00Z',
  })
  expect(owner.suppress('nobody').status).toBe(400)
  expect(owner.delete('deleteSuppression', 'x').status).toBe(404)
})

test('open points of suppressions', () => {
  const { owner, send, secret, happen, sent, setGap } = sendingWorld()
  const { messageId } = sent()
  happen('messageBounced', { messageId, bounce: 'hard' })
  happen('messageComplained', { messageId })
  expect(owner.suppressions()).toMatchObject([{ reason: 'bounce' }])
  setGap('email.suppressed-again-reason', 'replace')
  happen('messageComplained', { messageId })
  expect(owner.suppressions()).toMatchObject([{ reason: 'complaint' }])
  setGap('email.suppress-twice', 'same-unchanged')
  expect(owner.suppress('kim@customer.example').body.reason).toBe('complaint')
  setGap('email.suppress-twice', 'same-manual')
  expect(owner.suppress('Kim@customer.example').body.reason).toBe('manual')
  setGap('email.suppress-twice', 'refuse')
  expect(owner.suppress('kim@customer.example').status).toBe(409)
  setGap('email.suppress-twice', 'new')
  owner.suppress('kim@customer.example')
  expect(owner.suppressions()).toHaveLength(2)
  setGap('email.suppress-twice', 'replace')
  const { id } = owner.suppress('kim@customer.example').body
  expect(owner.suppressions().map((one) => one.id)).toContain(id)
  expect(owner.suppressions()).toHaveLength(2)
  setGap('email.suppression-case', 'keep-distinct')
  expect(owner.suppress('LEE@customer.example').body.address).toBe('LEE@customer.example')
  expect(send(secret, { to: ['lee@customer.example'] }).status).toBe(202)
  setGap('email.send-to-suppressed', 'refuse')
  expect(send(secret).status).toBe(403)
  setGap('email.invalid-address', 'accept')
  expect(owner.suppress('nobody').status).toBe(201)
})

test('sending without the entitlement is open', () => {
  const { send, secret, happen, setGap } = sendingWorld()
  happen('entitlementChanges', { area: 'email', enabled: false })
  expect(send(secret).status).toBe(403)
  setGap('email.send-without-entitlement', 'accept')
  expect(send(secret).status).toBe(202)
})

test('a message needs a sender and a recipient that are addresses', () => {
  const { owner, secret, send } = sendingWorld()
  const odd = [
    { to: [] },
    { to: ['kim'] },
    { to: ['kim@customer.example', ''] },
    { cc: ['lee'] },
    { from: 'acme.example' },
  ]
  expect(odd.map((change) => send(secret, change).status)).toEqual(odd.map(() => 400))
  expect(owner.log({}).body.messages).toEqual([])
  expect(send(secret, { to: ['Kim <kim@customer.example>'] }).status).toBe(202)
})
