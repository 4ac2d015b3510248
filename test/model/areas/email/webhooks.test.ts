import { expect, test } from 'vitest'
import { attemptAnswered, outgoingAttempts } from '../../../../src/model/areas/email/effects/webhooks/outgoing.ts'
import { OpenTransaction } from '../../../../src/model/world/open-transaction.ts'
import { readerOf, TransactionContext } from '../../../../src/model/world/transaction-context.ts'
import type { Options } from '../../support.ts'
import { HOOK, makeEmail } from './world.ts'

function hookWorld(options: Options = {}) {
  const world = makeEmail(options)
  const domainId = world.verified('mail.acme.example', true)
  const { webhook, signingSecret } = world.owner.hook().body
  let customers = 0
  const bounce = () => {
    const { messageId } = world.sent({ to: [`kim${customers++}@customer.example`] })
    const { deliveryIds } = world.happen('messageBounced', { messageId, bounce: 'hard' })
    return { messageId, id: deliveryIds[0] ?? 0 }
  }
  const answers = (...list: { status?: number; failure?: 'timeout' | 'refused'; afterMs?: number }[]) =>
    world.happen('webhookEndpointAnswers', { endpointId: webhook.id, answers: list as { status: number }[] })
  const delivery = (id: number) => world.owner.deliveries().find((one: { id: number }) => one.id === id)
  return { ...world, domainId, hook: webhook.id as string, signingSecret, bounce, answers, delivery }
}

test('EML-14: creating an endpoint answers 201 with a signing secret, which shows this once', () => {
  const { owner } = makeEmail()
  const { status, body } = owner.hook()
  expect(status).toBe(201)
  expect(body).toEqual({
    webhook: { id: expect.any(String), ...HOOK, disabled: false, createdAt: '2026-03-05T09:00:00Z' },
    signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/=]{32}$/),
  })
})

test('EML-14: a change changes what it names, and disabling can be undone', () => {
  const { owner, call } = makeEmail()
  const { webhook } = owner.hook().body
  expect(owner.patch(webhook.id, { disabled: true }).body).toEqual({ ...webhook, disabled: true })
  expect(owner.patch(webhook.id, { url: 'https://hooks.acme.example/2' }).body).toMatchObject({
    url: 'https://hooks.acme.example/2',
    eventTypes: HOOK.eventTypes,
    disabled: true,
  })
  const back = { disabled: false, eventTypes: ['message.sent'] }
  expect(owner.patch(webhook.id, back).body).toMatchObject(back)
  expect(call('listWebhooks', 'owner').body.webhooks).toMatchObject([{ id: webhook.id, ...back }])
})

test('EML-21: url is a URI, event types come from a fixed set', () => {
  const { owner, setGap } = makeEmail()
  expect(owner.hook({ url: 'nowhere' }).status).toBe(400)
  expect(owner.hook({ eventTypes: ['message.eaten'] }).status).toBe(400)
  const { id } = owner.hook().body.webhook
  expect(owner.patch(id, { eventTypes: ['message.eaten'] }).status).toBe(400)
  expect(owner.hook({ url: 'ftp://hooks.acme.example/' }).status).toBe(400)
  expect(owner.hook({ url: 'http://hooks.acme.example/' }).status).toBe(201)
  for (const url of [
    'https://',
    'https:///hooks',
    'https:hooks.acme.example',
    'https://hooks.acme.example:99999/',
    'http://',
  ]) {
    expect([url, owner.hook({ url }).status, owner.patch(id, { url }).status]).toEqual([url, 400, 400])
  }
  setGap('general.unusable-urls', 'accept')
  expect(owner.hook({ url: 'https://hooks.acme.example:99999/' }).status).toBe(201)
  setGap('email.webhook-url', 'https')
  expect(owner.hook({ url: 'http://hooks.acme.example/3' }).status).toBe(400)
  setGap('email.webhook-url', 'any')
  expect(owner.hook({ url: 'ftp://hooks.acme.example/' }).status).toBe(201)
})

test('open points of endpoints', () => {
  const { owner, setGap } = makeEmail()
  const { id } = owner.hook({ eventTypes: ['message.sent', 'message.sent'] }).body.webhook
  expect(owner.patch(id, {}).body.eventTypes).toEqual(['message.sent'])
  setGap('email.duplicate-event-types', 'keep')
  expect(owner.patch(id, { eventTypes: ['message.sent', 'message.sent'] }).body.eventTypes).toHaveLength(2)
  setGap('email.duplicate-event-types', 'refuse')
  expect(owner.patch(id, { eventTypes: ['message.sent', 'message.sent'] }).status).toBe(400)
  expect(owner.patch(id, { eventTypes: [] }).status).toBe(400)
  setGap('email.empty-event-types', 'none')
  expect(owner.patch(id, { eventTypes: [] }).status).toBe(200)
  setGap('general.empty-patch', 'refuse')
  expect(owner.patch(id, {}).status).toBe(400)
  setGap('email.duplicate-webhook-url', 'refuse')
  expect(owner.hook({ eventTypes: [] }).status).toBe(409)
  expect(owner.patch(id, { url: HOOK.url }).status).toBe(200)
})

test('EML-14: an endpoint that a route leads to cannot be deleted', () => {
  const { owner, hook, domainId } = hookWorld()
  const { id } = owner.route(domainId, hook).body
  expect(owner.delete('deleteWebhook', hook).status).toBe(409)
  expect(owner.delete('deleteRoute', id).status).toBe(204)
  expect(owner.delete('deleteWebhook', hook).status).toBe(204)
  expect(owner.patch(hook, {}).status).toBe(404)
})

test('EML-03: a route needs an armed domain and an endpoint of the organization, and a pattern of its own', () => {
  const { owner, as, hook, domainId } = hookWorld()
  const { status, body } = owner.route(domainId, hook)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    domainId,
    pattern: 'support',
    endpointId: hook,
    createdAt: '2026-03-05T09:00:05Z',
  })
  expect(owner.routes()).toEqual([body])
  expect(owner.route(domainId, hook).status).toBe(409)
  const bare = owner.domain('news.acme.example').body.id
  expect(owner.route(bare, hook).status).toBe(409)
  expect(owner.arm(bare).status).toBe(200)
  expect(owner.route(bare, hook).status).toBe(201)
  expect(owner.route('nowhere', hook, 'x').status).toBe(404)
  expect(owner.route(domainId, as('outsider').hook().body.webhook.id, 'x').status).toBe(404)
})

test('EML-03: patterns', () => {
  const { owner, hook, domainId, setGap } = hookWorld()
  for (const pattern of ['sales', 'sales*', '*']) expect(owner.route(domainId, hook, pattern).status).toBe(201)
  for (const pattern of ['', '*x', 'a*b', 'a@b', 'a b'])
    expect([pattern, owner.route(domainId, hook, pattern).status]).toEqual([pattern, 400])
  expect(owner.route(domainId, hook, 'SALES').status).toBe(409)
  setGap('email.pattern-case', 'sensitive')
  expect(owner.route(domainId, hook, 'SALES').status).toBe(201)
  setGap('email.invalid-pattern', 'accept')
  expect(owner.route(domainId, hook, 'a*b').status).toBe(201)
})

test('open points of routes', () => {
  const { owner, hook, domainId, happen, advance, setGap } = hookWorld()
  owner.patch(hook, { disabled: true })
  setGap('email.route-to-disabled', 'refuse')
  expect(owner.route(domainId, hook).status).toBe(409)
  owner.patch(hook, { disabled: false })
  happen('dnsRecordRemoved', { domain: domainId })
  advance(300)
  expect(owner.get(domainId).receiveState).toBe('failed')
  expect(owner.route(domainId, hook, 'one').status).toBe(201)
  setGap('email.armed-states', 'pending-or-verified')
  expect(owner.route(domainId, hook, 'two').status).toBe(409)
  owner.arm(domainId)
  expect(owner.route(domainId, hook, 'two').status).toBe(201)
  setGap('email.armed-states', 'verified')
  expect(owner.route(domainId, hook, 'three').status).toBe(409)
})

test('mail that arrives goes where its route leads, the most specific one', () => {
  const { owner, hook, domainId, received, setGap } = hookWorld()
  const [all, prefix, exact] = ['*', 'sup*', 'support'].map((pattern) => owner.route(domainId, hook, pattern).body.id)
  expect(received().routeIds).toEqual([exact])
  expect(received({ to: ['supper@mail.acme.example'] }).routeIds).toEqual([prefix])
  const { messageId, routeIds, deliveryIds } = received({ to: ['x@mail.acme.example'] })
  expect(routeIds).toEqual([all])
  expect(owner.message(messageId).body).toMatchObject({
    message: { direction: 'receive', state: 'received', door: 'mx' },
  })
  expect(owner.deliveries()[0]).toMatchObject({ id: deliveryIds[0], eventType: 'message.received', messageId })
  setGap('email.overlapping-patterns', 'oldest')
  expect(received().routeIds).toEqual([all])
  setGap('email.overlapping-patterns', 'all')
  expect(received().routeIds).toEqual([all, prefix, exact])
  setGap('email.pattern-case', 'sensitive')
  expect(received({ to: ['SUPPORT@mail.acme.example'] }).routeIds).toEqual([all])
})

test('mail that no route takes is logged or dropped, and none arrives where nothing receives', () => {
  const { owner, received, domainId, hook, setGap } = hookWorld()
  expect(received()).toMatchObject({ routeIds: [], deliveryIds: [] })
  setGap('email.unrouted-mail', 'dropped')
  expect(() => received()).toThrow('dropped')
  owner.domain('news.acme.example')
  expect(() => received({ to: ['x@news.acme.example'] })).toThrow('receives')
  owner.patch(hook, { eventTypes: ['message.sent'] })
  owner.route(domainId, hook)
  expect(received().deliveryIds).toHaveLength(1)
  setGap('email.route-event-types', 'named-only')
  expect(received().deliveryIds).toEqual([])
})

test('EML-15: a delivery tells how its attempts went', () => {
  const { owner, hook, bounce, answers, advance, delivery } = hookWorld()
  answers({ status: 500 }, { failure: 'timeout' }, { status: 200 })
  const { id, messageId } = bounce()
  const made = { id, endpointId: hook, eventType: 'message.bounced', messageId, createdAt: '2026-03-05T09:00:05Z' }
  expect(owner.deliveries()).toEqual([{ ...made, state: 'pending', attempts: 0 }])
  advance(0)
  expect(delivery(id)).toEqual({
    ...made,
    state: 'pending',
    attempts: 1,
    lastStatus: 500,
    lastError: 'endpoint refused: 500',
  })
  advance(5)
  expect(delivery(id)).toEqual({
    ...made,
    state: 'pending',
    attempts: 2,
    lastError: 'endpoint did not answer: timeout',
  })
  advance(300)
  expect(delivery(id)).toEqual({
    ...made,
    state: 'delivered',
    attempts: 3,
    lastStatus: 200,
    deliveredAt: '2026-03-05T09:05:10Z',
  })
})

test('EML-15: a delivery that nobody answers fails in the end', () => {
  const { bounce, advance, delivery, owner, hook } = hookWorld()
  const { id } = bounce()
  advance(0)
  expect(delivery(id)).toMatchObject({ state: 'delivering', attempts: 1 })
  advance(15)
  expect(delivery(id)).toMatchObject({ state: 'pending', attempts: 1 })
  advance(86_400)
  expect(delivery(id)).toMatchObject({ state: 'failed', attempts: 5 })
  expect(owner.patch(hook, {}).body.disabled).toBe(false)
})

test('EML-15: newest first, and filtered by message and endpoint', () => {
  const { owner, hook, bounce, setGap } = hookWorld()
  const [one, two] = [bounce(), bounce()]
  const other = owner.hook({ url: 'https://hooks.acme.example/2' }).body.webhook.id
  const three = bounce()
  const ids = (query: Record<string, string> = {}) => owner.deliveries(query).map(({ id }: { id: number }) => id)
  expect(ids({ endpointId: hook })).toEqual([three.id, two.id, one.id])
  expect(ids({ messageId: two.messageId })).toEqual([two.id])
  expect(ids({ messageId: three.messageId })).toHaveLength(2)
  expect(ids({ messageId: three.messageId, endpointId: hook })).toEqual([three.id])
  expect(ids({ endpointId: other })).toHaveLength(1)
  expect(ids({ messageId: 'x' })).toEqual([])
  setGap('email.deliveries-listed', 2)
  expect(ids()).toHaveLength(2)
  setGap('email.unknown-filter', 'refuse')
  expect(owner.deliveries({ messageId: 'x' })).toBeUndefined()
})

test('open points of attempts', () => {
  const { owner, bounce, answers, advance, delivery, setGap, hook } = hookWorld({
    gaps: { 'email.delivery-attempts': { most: 2, waitsSeconds: [10], timeoutSeconds: 5 } },
  })
  answers({ status: 302 })
  setGap('email.delivery-success', 'below-400')
  const { id } = bounce()
  advance(9)
  expect(delivery(id)?.attempts).toBe(0)
  advance(1)
  expect(delivery(id)?.state).toBe('delivered')
  setGap('email.delivery-success', 'only-200')
  setGap('email.delivery-between-attempts', 'failed')
  const second = bounce()
  advance(10)
  expect(delivery(second.id)).toMatchObject({ state: 'failed', attempts: 1 })
  setGap('email.auto-disable', 'first-failed-delivery')
  advance(10)
  expect(delivery(second.id)).toMatchObject({ state: 'failed', attempts: 2 })
  expect(owner.patch(hook, {}).body.disabled).toBe(true)
})

test('each attempt may be a delivery of its own', () => {
  const { owner, bounce, answers, advance } = hookWorld({ gaps: { 'email.delivery-recording': 'one-per-attempt' } })
  answers({ status: 500 }, { status: 200, afterMs: 1000 })
  bounce()
  advance(0)
  expect(owner.deliveries()).toMatchObject([
    { state: 'pending', attempts: 0 },
    { state: 'failed', attempts: 1, lastStatus: 500 },
  ])
  advance(5)
  expect(owner.deliveries()[0]).toMatchObject({ state: 'delivering', attempts: 1 })
  advance(1)
  expect(owner.deliveries()).toHaveLength(2)
  expect(owner.deliveries()[0]).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('EML-17: a disabled endpoint gets nothing; what waits goes on when it is enabled', () => {
  const { owner, hook, bounce, answers, advance, delivery, setGap } = hookWorld()
  answers({ status: 200 })
  const before = bounce()
  owner.patch(hook, { disabled: true })
  expect(bounce().id).toBe(0)
  advance(3600)
  expect(delivery(before.id)).toMatchObject({ state: 'pending', attempts: 0 })
  setGap('email.disabled-events', 'held')
  const held = bounce()
  advance(3600)
  expect(delivery(held.id)).toMatchObject({ state: 'pending', attempts: 0 })
  owner.patch(hook, { disabled: false })
  advance(0)
  expect(owner.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  const late = bounce()
  setGap('email.disabled-pending', 'failed')
  owner.patch(hook, { disabled: true })
  expect(delivery(late.id)).toMatchObject({ state: 'failed', lastError: 'endpoint is disabled' })
})

test('EML-16: redelivering makes a new delivery from the frozen payload', () => {
  const { owner, bounce, answers, advance, delivery, happen, current, hook } = hookWorld()
  answers({ status: 200 })
  const { id, messageId } = bounce()
  advance(0)
  const old = delivery(id)
  happen('messageComplained', { messageId })
  const { status, body } = owner.redeliver(id)
  expect(status).toBe(202)
  expect(body.id).not.toBe(id)
  expect(delivery(id)).toEqual(old)
  expect(delivery(body.id)).toMatchObject({ state: 'pending', attempts: 0, messageId, endpointId: hook })
  const payloadOf = (number: number) => current().tables.EmailDelivery.rows.get(`acme\u0000${number}`)?.payload
  expect(payloadOf(body.id)).toMatchObject({ type: 'message.bounced', data: { message: { state: 'bounced' } } })
  expect(payloadOf(body.id)).toEqual(payloadOf(id))
  expect(owner.redeliver(999_999).status).toBe(404)
})

test('open points of redelivering', () => {
  const { owner, bounce, hook, delivery, setGap } = hookWorld()
  const { id } = bounce()
  expect(owner.redeliver(id).status).toBe(202)
  setGap('email.redeliver-unfinished', 'refuse')
  expect(owner.redeliver(id).status).toBe(409)
  setGap('email.redeliver-unfinished', 'accept')
  owner.patch(hook, { disabled: true })
  expect(owner.redeliver(id).status).toBe(202)
  setGap('email.redeliver-disabled', 'refuse')
  expect(owner.redeliver(id).status).toBe(409)
  owner.delete('deleteWebhook', hook)
  expect(delivery(id)).toMatchObject({ state: 'failed', lastError: 'endpoint is gone' })
  expect(owner.redeliver(id).status).toBe(404)
  setGap('email.redeliver-deleted-endpoint', 'accept')
  expect(delivery(owner.redeliver(id).body.id)).toMatchObject({ state: 'failed' })
})

test('deliveries may go with their endpoint', () => {
  const { owner, bounce, hook } = hookWorld({ gaps: { 'email.deleted-endpoint-deliveries': 'remove' } })
  bounce()
  owner.delete('deleteWebhook', hook)
  expect(owner.deliveries()).toEqual([])
})

test('EML-17: what is sent is signed with the secret of the moment; a real answer comes back', () => {
  const model = hookWorld()
  const { owner, bounce, advance, delivery, hook, signingSecret, call } = model
  const { id } = bounce()
  advance(0)
  const outgoing = () => outgoingAttempts(readerOf(model.current(), model.choices), 'acme')
  expect(outgoing()).toMatchObject([
    {
      deliveryId: String(id),
      attempt: 1,
      url: HOOK.url,
      secret: signingSecret,
      payload: { type: 'message.bounced', timestamp: '2026-03-05T09:00:05Z', data: { event: { kind: 'bounced' } } },
      signature: { scheme: 'standard-webhooks', signatureHeader: 'webhook-signature' },
    },
  ])
  const rotated = call('rotateWebhookSecret', 'owner', { parameters: { id: hook } })
  expect(rotated).toMatchObject({ status: 200, body: { signingSecret: expect.stringMatching(/^whsec_/) } })
  expect(outgoing()[0]?.secret).toBe(rotated.body.signingSecret)
  expect(JSON.stringify(call('listWebhooks', 'owner').body)).not.toContain('whsec_')
  model.seed((world, choices) => {
    const transaction = new OpenTransaction(world, choices)
    const answer = { status: 204, afterMs: 0 }
    attemptAnswered(new TransactionContext(transaction), 'acme', { deliveryId: String(id), answer })
    return transaction.commit()
  })
  expect(delivery(id)).toMatchObject({ state: 'delivered', lastStatus: 204, attempts: 1 })
  expect(advance(86_400)).toEqual([])
  expect(owner.deliveries()).toHaveLength(1)
})

test('a script answers first what is out already', () => {
  const { bounce, advance, answers, delivery, happen, hook } = hookWorld()
  const { id } = bounce()
  advance(0)
  answers({ status: 200 })
  expect(delivery(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  happen('webhookEndpointAnswers', { endpointId: hook, answers: [] })
  expect(() => happen('webhookEndpointAnswers', { endpointId: 'x', answers: [] })).toThrow('no webhook endpoint')
})
