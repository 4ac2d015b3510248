import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Body } from '../tour.ts'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, admin, member, outsider, as, happens, tries, advance, setGap, attempts } = outside()

const HOOK = { url: 'https://hooks.acme.example/email', eventTypes: ['message.bounced', 'message.received'] }

const register = async (name = 'mail.acme.example') => (await owner.post('/email/domains', { name })).body.id as string
const domain = async (id: string) => (await owner.get(`/email/domains/${id}`)).body
/** A domain whose records are found. */
async function verified(name = 'mail.acme.example', receives = false): Promise<string> {
  const id = await register(name)
  if (receives) await owner.post(`/email/domains/${id}/receive`)
  await happens('dns-record-published', { domain: id })
  await owner.post(`/email/domains/${id}/check`)
  await advance('PT5S')
  expect((await domain(id)).sendState).toBe('verified')
  return id
}
const MAIL = { from: 'orders@mail.acme.example', to: ['kim@customer.example'] }
const sent = async (change: object = {}) => (await happens('message-sent', { ...MAIL, ...change })).messageId as string
const key = async (body: object = { name: 'mailer' }) => (await owner.post('/email/keys', body)).body
const send = (secret: string, change: object = {}) => as(secret).post('/email/send', { ...MAIL, ...change })
const log = async (query = '') => each((await owner.get(`/email/messages${query}`)).body.messages, 'id')
const message = async (id: string) => (await owner.get(`/email/messages/${id}`)).body
const bounces = (messageId: string, bounce = 'hard', more: object = {}) =>
  happens('message-bounced', { messageId, bounce, ...more })
const suppressed = async () => (await owner.get('/email/suppressions')).body.suppressions
const hook = async (change: object = {}) => (await owner.post('/email/webhooks', { ...HOOK, ...change })).body
const answers = (endpointId: string, ...list: object[]) =>
  happens('webhook-endpoint-answers', { endpointId, answers: list, afterwards: 'repeat-last' })
const deliveries = async (query = '') => (await owner.get(`/email/webhook-deliveries${query}`)).body.deliveries

/** Whether this secret made the signature of what was sent (Standard Webhooks, version 1). */
function signedWith({ headers, body }: Body, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

line(
  'EML-01: 403 outside the beta and without the permission, 404 for the unknown, 502 without the backend',
  async () => {
    const id = await register()
    expect((await member.post('/email/keys', { name: 'mailer' })).status).toBe(403)
    const looks = [
      'domains',
      'keys',
      'routes',
      'messages',
      'settings',
      'suppressions',
      'webhooks',
      'webhook-deliveries',
    ]
    const statuses = async (by = owner) => [
      ...new Set(each(await Promise.all(looks.map((path) => by.get(`/email/${path}`))), 'status')),
    ]
    await happens('entitlement-changes', { organization: 'acme', area: 'email', enabled: false })
    expect([await statuses(), await statuses(outsider)]).toEqual([[403], [200]])
    const mail = { from: 'orders@mail.acme.example', to: ['kim@customer.example'] }
    expect((await tries('message-sent', mail)).body).toMatchObject({
      error: expect.stringContaining('email is not enabled for this organization'),
    })
    await happens('entitlement-changes', { organization: 'acme', area: 'email', enabled: true })
    await happens('backend-behaves', { backend: 'email', reachable: false })
    expect([await statuses(), (await owner.post('/email/domains', { name: 'x.acme.example' })).status]).toEqual([
      [502],
      502,
    ])
    await happens('backend-behaves', { backend: 'email', reachable: true })
    expect(each((await owner.get('/email/domains')).body.domains, 'id')).toEqual([id])
    await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'uptime.reader' }] })
    expect(await statuses(member)).toEqual([403])
    const other = await register('news.acme.example')
    await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'email.reader', resourceIds: [other] }] })
    expect((await member.get(`/email/domains/${id}`)).status).toBe(403)
    expect((await member.get(`/email/domains/${other}`)).status).toBe(200)
    expect((await owner.get('/email/domains/none')).status).toBe(404)
  },
)

line('EML-02: minting a send key needs email.key.admin, and a revoked one sends no more', async () => {
  const domainId = await verified()
  expect((await member.post('/email/keys', { name: 'mailer' })).status).toBe(403)
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'email.editor' }] })
  expect((await member.post('/email/keys', { name: 'mailer' })).status).toBe(403)
  expect((await admin.post('/email/keys', { name: 'theirs' })).status).toBe(201)
  const { sendKey, secret } = await key({ name: 'mailer', domainIds: [domainId] })
  const listed = (await owner.get('/email/keys')).body
  expect(listed.sendKeys).toMatchObject([{ name: 'theirs' }, { id: sendKey.id, name: 'mailer', domainIds: [domainId] }])
  expect(JSON.stringify(listed)).not.toContain(secret)
  const accepted = await send(secret)
  expect([accepted.status, await log()]).toEqual([202, [accepted.body.id]])
  expect((await owner.delete(`/email/keys/${sendKey.id}`)).status).toBe(204)
  expect([(await send(secret)).status, await log()]).toEqual([401, [accepted.body.id]])
  await verified('news.acme.example')
  expect((await send((await key()).secret, { from: 'x@news.acme.example' })).status).toBe(202)
  expect((await send('usk_guess')).status).toBe(401)
})

line('EML-04: a live claim in another organization is 409, and freed with its domain', async () => {
  const { id } = (await outsider.post('/email/domains', { name: 'mail.shared.example' })).body
  const claim = async (name: string) => (await owner.post('/email/domains', { name })).status
  await happens('domain-claimed-elsewhere', { domain: 'mail.taken.example' })
  expect([await claim('mail.shared.example'), await claim('mail.taken.example')]).toEqual([409, 409])
  expect((await owner.get('/email/domains')).body).toEqual({ domains: [] })
  expect((await outsider.delete(`/email/domains/${id}`)).status).toBe(204)
  await happens('domain-claimed-elsewhere', { domain: 'mail.taken.example', claimed: false })
  expect([await claim('mail.shared.example'), await claim('mail.taken.example')]).toEqual([201, 201])
  const { domains } = (await owner.get('/email/domains')).body
  expect(domains[0]).toMatchObject({ name: 'mail.shared.example', sendState: 'pending', receiveState: 'none' })
  expect(each(domains[0].dnsRecords, 'type')).toEqual(['TXT', 'TXT'])
})

line('EML-05: a subject scoped to some domains finds these and their routes', async () => {
  const [shop, news] = [await verified('shop.acme.example', true), await verified('news.acme.example', true)]
  const { webhook } = await hook()
  for (const domainId of [shop, news])
    await owner.post('/email/routes', { domainId, pattern: 'support', endpointId: webhook.id })
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'email.reader', resourceIds: [shop] }] })
  expect(each((await member.get('/email/domains')).body.domains, 'id')).toEqual([shop])
  expect(each((await member.get('/email/routes')).body.routes, 'domainId')).toEqual([shop])
  expect(each((await owner.get('/email/routes')).body.routes, 'domainId')).toEqual([shop, news])
})

line('EML-06: one observation per expected record, whatever the verification state is', async () => {
  const id = await register()
  const observed = async () => (await owner.get(`/email/domains/${id}/dns`)).body.records
  const outcomes = async () => each(await observed(), 'outcome')
  expect(await outcomes()).toEqual(['missing', 'missing'])
  await happens('dns-record-published', { domain: id })
  expect([await outcomes(), (await domain(id)).sendState]).toEqual([['found', 'found'], 'pending'])
  await happens('dns-record-mismatched', { domain: id, name: 'mail.acme.example', value: 'v=spf1 -all' })
  expect(await observed()).toMatchObject([{ outcome: 'found' }, { outcome: 'mismatch', observed: 'v=spf1 -all' }])
  await owner.post(`/email/domains/${id}/receive`)
  expect(await outcomes()).toEqual(['found', 'mismatch', 'missing'])
  expect((await domain(id)).dnsRecords).toHaveLength(3)
  await happens('backend-behaves', { backend: 'dns', reachable: false })
  expect(await outcomes()).toEqual(['error', 'error', 'error'])
})

line('EML-07: a forced check is 202, and verifies in time what is published', async () => {
  const id = await register()
  const check = () => owner.post(`/email/domains/${id}/check`)
  expect(await check()).toMatchObject({ status: 202, body: { status: 'scheduled' } })
  await advance('PT5S')
  expect((await domain(id)).sendState).toBe('pending')
  await happens('dns-record-published', { domain: id })
  expect((await check()).status).toBe(202)
  await advance('PT5S')
  expect((await domain(id)).sendState).toBe('verified')
})

line('EML-09: the log is newest first, narrowed by filters, and its cursors show every message once', async () => {
  const domainId = await verified('mail.acme.example', true)
  const news = await verified('news.acme.example')
  const first = await sent()
  const letter = await sent({ from: 'x@news.acme.example', to: ['lee@customer.example'] })
  await advance('PT1M')
  const question = (await happens('message-received', { from: 'lee@customer.example', to: ['hi@mail.acme.example'] }))
    .messageId
  await happens('message-delivered', { messageId: first })
  expect(await log()).toEqual([question, letter, first])
  expect(await log('?direction=receive')).toEqual([question])
  expect(await log('?state=delivered')).toEqual([first])
  expect(await log(`?domainId=${news}`)).toEqual([letter])
  expect(await log(`?domainId=${domainId}&direction=send`)).toEqual([first])
  expect(await log('?to=lee@customer.example')).toEqual([letter])
  expect(await log('?since=2026-03-05T09:01:00Z')).toEqual([question])

  await setGap('email.log-page-size', 2)
  const more = [await sent(), await sent(), await sent()]
  const seen: unknown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const at: string = cursor && `&cursor=${cursor}`
    const { messages, cursor: next } = (await owner.get(`/email/messages?direction=send${at}`)).body
    seen.push(...each(messages, 'id'))
    cursor = next
  }
  expect(seen).toEqual([...more.toReversed(), letter, first])
  await advance('P91D')
  expect(await log()).toEqual([])
})

line('EML-10: a message comes with what happened to it', async () => {
  await verified()
  const id = await sent({ cc: ['lee@customer.example'] })
  await happens('message-delivered', { messageId: id, recipient: 'lee@customer.example' })
  await bounces(id, 'hard', { recipient: 'kim@customer.example' })
  await happens('message-complained', { messageId: id, recipient: 'lee@customer.example' })
  const { events } = await message(id)
  expect(events).toMatchObject([
    { kind: 'sent' },
    { kind: 'delivered', recipient: 'lee@customer.example' },
    { kind: 'bounced', recipient: 'kim@customer.example', bounceType: 'hard' },
    { kind: 'complained', recipient: 'lee@customer.example' },
  ])
})

line('EML-11: the content is the raw message as message/rfc822, for 30 days', async () => {
  await verified()
  const id = await sent({ subject: 'Your order', text: 'It left.' })
  const content = () => owner.get(`/email/messages/${id}/content`)
  const { status, type, body } = await content()
  expect([status, type]).toEqual([200, 'message/rfc822'])
  expect(body.split('\r\n')).toEqual([
    'From: orders@mail.acme.example',
    'To: kim@customer.example',
    'Subject: Your order',
    'Date: Thu, 05 Mar 2026 09:00:05 +0000',
    `Message-ID: <${id}@mail.acme.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    'It left.',
    '',
  ])
  await advance('P30D')
  expect((await content()).status).toBe(200)
  await advance('PT1S')
  expect(await content()).toMatchObject({ status: 404, body: { error: expect.any(String) } })
  expect((await owner.get(`/email/messages/${id}`)).status).toBe(200)
})

line('EML-12: what is accepted today counts against the daily quota', async () => {
  await verified()
  const { secret } = await key()
  const settings = async () => (await owner.get('/email/settings')).body
  expect(await settings()).toEqual({
    dailyQuota: 1000,
    paused: false,
    bouncePausePct: 5,
    complaintPausePct: 0.1,
    acceptedToday: 0,
  })
  await happens('quota-changes', { organization: 'acme', quota: 'daily-email', value: 2 })
  expect([(await send(secret)).status, (await send(secret)).status, (await send(secret)).status]).toEqual([
    202, 202, 429,
  ])
  expect(await settings()).toMatchObject({ dailyQuota: 2, acceptedToday: 2 })
  await advance('PT15H')
  expect((await settings()).acceptedToday).toBe(0)
  const { id } = (await send(secret)).body
  await advance('PT10S')
  await setGap('email.pause-counting', { windowHours: 1, minimum: 1, bounces: 'hard', pausesWhen: 'reached' })
  await bounces(id)
  expect(await settings()).toMatchObject({ paused: true, pausedAt: '2026-03-06T00:00:15Z', pauseReason: 'bounce rate' })
})

line(
  'EML-13: hard bounces and complaints suppress; lifted, an address gets mail until the next hard bounce',
  async () => {
    await verified()
    const { secret } = await key()
    await bounces(await sent({ to: ['soft@customer.example'] }), 'soft')
    expect(await suppressed()).toEqual([])
    const manual = await owner.post('/email/suppressions', { address: 'former@customer.example' })
    expect(manual).toMatchObject({ status: 201, body: { address: 'former@customer.example', reason: 'manual' } })
    expect((await owner.delete(`/email/suppressions/${manual.body.id}`)).status).toBe(204)
    await bounces(await sent())
    await happens('message-complained', { messageId: await sent({ to: ['lee@customer.example'] }) })
    const list = await suppressed()
    expect(
      list.toSorted((a: { address: string }, b: { address: string }) => a.address.localeCompare(b.address)),
    ).toMatchObject([
      { address: 'kim@customer.example', reason: 'bounce' },
      { address: 'lee@customer.example', reason: 'complaint' },
    ])
    const stopped = (await send(secret)).body.id
    await advance('PT10S')
    expect((await message(stopped)).message).toMatchObject({ state: 'failed', lastError: 'address is suppressed' })
    const { id } = list.find(({ reason }: { reason: string }) => reason === 'bounce')
    expect((await owner.delete(`/email/suppressions/${id}`)).status).toBe(204)
    const again = (await send(secret)).body.id
    await advance('PT10S')
    expect((await message(again)).message.state).toBe('sent')
    await bounces(again)
    expect(each(await suppressed(), 'address').toSorted()).toEqual(['kim@customer.example', 'lee@customer.example'])
  },
)

line('EML-14: after a rotation the former secret signs nothing any more', async () => {
  await verified()
  const { webhook, signingSecret } = await hook()
  await answers(webhook.id, { status: 200 })
  await bounces(await sent())
  await advance('PT0S')
  const rotated = await owner.post(`/email/webhooks/${webhook.id}/rotate-secret`)
  expect(rotated.status).toBe(200)
  expect(rotated.body.signingSecret).not.toBe(signingSecret)
  await bounces(await sent({ to: ['lee@customer.example'] }))
  await advance('PT0S')
  const [before, after] = await attempts()
  expect([signedWith(before, signingSecret), signedWith(before, rotated.body.signingSecret)]).toEqual([true, false])
  expect([signedWith(after, signingSecret), signedWith(after, rotated.body.signingSecret)]).toEqual([false, true])

  const at = `/email/webhooks/${webhook.id}`
  expect((await owner.patch(at, { eventTypes: ['message.eaten'] })).status).toBe(400)
  expect((await owner.patch(at, { disabled: true })).body).toEqual({ ...webhook, disabled: true })
  expect((await owner.patch(at, { disabled: false })).body).toEqual(webhook)
  const listed = JSON.stringify((await owner.get('/email/webhooks')).body)
  expect([listed.includes(signingSecret), listed.includes(rotated.body.signingSecret)]).toEqual([false, false])
  const domainId = await register('in.acme.example')
  await owner.post(`/email/domains/${domainId}/receive`)
  const route = (await owner.post('/email/routes', { domainId, pattern: '*', endpointId: webhook.id })).body
  expect((await owner.delete(at)).status).toBe(409)
  expect((await owner.delete(`/email/routes/${route.id}`)).status).toBe(204)
  expect((await owner.delete(at)).status).toBe(204)
})

line('EML-15: a delivery tells how its attempts went; newest first, by message and endpoint', async () => {
  await verified()
  const { webhook } = await hook()
  await answers(webhook.id, { status: 500 }, { failure: 'timeout' }, { status: 200 })
  const messageId = await sent()
  await bounces(messageId)
  await advance('PT0S')
  const [first] = await deliveries()
  const made = {
    id: first.id,
    endpointId: webhook.id,
    eventType: 'message.bounced',
    messageId,
    createdAt: '2026-03-05T09:00:05Z',
  }
  const refused = { lastStatus: 500, lastError: 'endpoint refused: 500' }
  expect(first).toEqual({ ...made, state: 'pending', attempts: 1, ...refused })
  await advance('PT5S')
  const silent = { lastError: 'endpoint did not answer: timeout' }
  expect(await deliveries()).toEqual([{ ...made, state: 'pending', attempts: 2, ...silent }])
  await advance('PT5M')
  const arrived = { lastStatus: 200, deliveredAt: '2026-03-05T09:05:10Z' }
  expect(await deliveries()).toEqual([{ ...made, state: 'delivered', attempts: 3, ...arrived }])
  const other = await sent({ to: ['lee@customer.example'] })
  await bounces(other)
  expect(each(await deliveries(), 'messageId')).toEqual([other, messageId])
  expect(each(await deliveries(`?messageId=${messageId}`), 'id')).toEqual([first.id])
  expect(await deliveries(`?endpointId=${(await hook()).webhook.id}`)).toEqual([])
})

line('EML-16: redelivering makes another delivery of the frozen payload', async () => {
  await verified()
  const { webhook } = await hook()
  await answers(webhook.id, { status: 200 })
  const messageId = await sent()
  await bounces(messageId)
  await advance('PT0S')
  const [old] = await deliveries()
  await happens('message-complained', { messageId })
  const { status, body } = await owner.post(`/email/webhook-deliveries/${old.id}/redeliver`)
  expect(status).toBe(202)
  expect(body.id).not.toBe(old.id)
  await advance('PT0S')
  const [again, former] = await deliveries()
  expect(former).toEqual(old)
  expect(again).toMatchObject({ id: body.id, state: 'delivered', attempts: 1, messageId })
  const [first, second] = await attempts()
  expect(second.body).toBe(first.body)
})

line('EML-17: a payload is signed with the present secret, and a disabled endpoint gets none', async () => {
  await verified('mail.acme.example', true)
  const { webhook, signingSecret } = await hook()
  await answers(webhook.id, { status: 200 })
  const [domainRow] = (await owner.get('/email/domains')).body.domains
  await owner.post('/email/routes', { domainId: domainRow.id, pattern: 'support', endpointId: webhook.id })
  const arrives = () => happens('message-received', { from: 'lee@customer.example', to: ['support@mail.acme.example'] })
  expect((await arrives()).deliveryIds).toHaveLength(1)
  await advance('PT0S')
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({ endpointId: webhook.id, attempt: 1, url: HOOK.url, status: 200 })
  expect(signedWith(attempt, signingSecret)).toBe(true)
  const { signingSecret: second } = (await owner.post(`/email/webhooks/${webhook.id}/rotate-secret`)).body
  await arrives()
  await advance('PT0S')
  expect(signedWith((await attempts()).at(-1), second)).toBe(true)
  await owner.patch(`/email/webhooks/${webhook.id}`, { disabled: true })
  await arrives()
  await advance('P1D')
  expect(await attempts()).toHaveLength(2)
})

line('EML-18: passing a threshold pauses sending, and only staff lift a pause or raise a quota', async () => {
  await verified()
  const { secret } = await key()
  await setGap('email.pause-counting', { windowHours: 24, minimum: 2, bounces: 'hard', pausesWhen: 'reached' })
  const settings = async () => (await owner.get('/email/settings')).body
  const id = await sent()
  await sent({ to: ['lee@customer.example'] })
  expect((await bounces(id)).paused).toBe(true)
  expect(await settings()).toMatchObject({ paused: true, pausedAt: '2026-03-05T09:00:05Z', pauseReason: 'bounce rate' })
  expect((await send(secret, { to: ['lee@customer.example'] })).status).toBe(403)
  expect((await tries('message-sent', { ...MAIL, to: ['lee@customer.example'] })).status).toBe(409)
  expect((await owner.patch('/email/settings', { paused: false, dailyQuota: 5000 })).status).toBe(405)
  await happens('sending-unpaused', { organization: 'acme' })
  await happens('quota-changes', { organization: 'acme', quota: 'daily-email', value: 5000 })
  expect(await settings()).toMatchObject({ paused: false, dailyQuota: 5000 })
  expect((await send(secret, { to: ['lee@customer.example'] })).status).toBe(202)
})

line('EML-20: a send key that names domains sends for no other', async () => {
  await verified()
  const news = await verified('news.acme.example')
  const [narrow, wide] = [await key({ name: 'news', domainIds: [news] }), await key()]
  expect((await send(narrow.secret)).status).toBe(403)
  expect((await send(narrow.secret, { from: 'letters@news.acme.example' })).status).toBe(202)
  expect((await send(wide.secret)).status).toBe(202)
  expect((await send(wide.secret, { from: 'x@elsewhere.example' })).status).toBe(403)
  expect(await log()).toHaveLength(2)
})
