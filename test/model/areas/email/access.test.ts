import { expect, test } from 'vitest'
import { EMAIL_OPERATIONS } from '../../../../src/model/areas/email/queries/operations.ts'
import { HOOK, makeEmail } from './world.ts'

const anyRequest = {
  parameters: { id: '1' },
  body: { ...HOOK, name: 'x.example', domainId: 'x', pattern: 'x', endpointId: 'x', address: 'x@x.example' },
}

test('EML-01: every operation answers 403 when the organization is not enabled', () => {
  const { call, happen } = makeEmail()
  happen('entitlementChanges', { area: 'email', enabled: false })
  for (const id of EMAIL_OPERATIONS) expect([id, call(id, 'owner', anyRequest).status]).toEqual([id, 403])
  expect(call('listDomains', 'outsider').status).toBe(200)
  happen('entitlementChanges', { area: 'email', enabled: true })
  expect(call('listDomains', 'owner').body).toEqual({ domains: [] })
})

test('EML-01: every operation answers 401 without a caller', () => {
  const { call } = makeEmail()
  for (const id of EMAIL_OPERATIONS) expect([id, call(id, undefined, anyRequest).status]).toEqual([id, 401])
})

test('EML-01: an unreachable backend is 502 everywhere, until it can be reached again', () => {
  const { call, happen, owner } = makeEmail()
  happen('backendBehaves', { backend: 'email', reachable: false })
  for (const id of EMAIL_OPERATIONS) {
    const { outcome } = call(id, 'owner', anyRequest)
    const statuses = outcome.kind === 'refused' ? outcome.refusals.map(({ status }) => status) : []
    expect([id, statuses.includes(502)]).toEqual([id, true])
  }
  expect(owner.domain().status).toBe(502)
  happen('backendBehaves', { backend: 'email', reachable: true })
  expect(owner.domains()).toEqual([])
})

test('EML-01: what does not exist, or belongs to another organization, is 404', () => {
  const { call, owner, as, verified, sent } = makeEmail()
  const domain = verified()
  const { messageId } = sent()
  const { id } = owner.hook().body.webhook
  const strange = as('outsider')
  expect(call('getDomain', 'owner', { parameters: { id: 'nowhere' } }).status).toBe(404)
  expect(call('getDomain', 'outsider', { parameters: { id: domain } }).status).toBe(404)
  expect(strange.check(domain).status).toBe(404)
  expect(strange.message(messageId).status).toBe(404)
  expect(strange.content(messageId).status).toBe(404)
  expect(strange.patch(id, { disabled: true }).status).toBe(404)
  expect(strange.redeliver(1).status).toBe(404)
  expect([strange.domains(), strange.log().body.messages, strange.deliveries()]).toEqual([[], [], []])
})

test('EML-02: minting a send key needs email.key.admin', () => {
  const { as } = makeEmail()
  expect(as('member').key().status).toBe(403)
  expect(as('admin').key().status).toBe(201)
  expect(as('member').keys()).toHaveLength(1)
})

test('which permission the other operations need is open', () => {
  const { as, setGap } = makeEmail()
  expect(as('member').domain().status).toBe(201)
  setGap('general.write-tier', 'admin')
  expect(as('member').domain('news.acme.example').status).toBe(403)
  expect(as('admin').domain('news.acme.example').status).toBe(201)
})

test('listing domains without any permission is refused or shows none', () => {
  const { call, as, owner, setGap } = makeEmail({ gaps: { 'general.role-tiers': { owner: 'admin', member: 'none' } } })
  owner.domain()
  expect(call('listDomains', 'member').status).toBe(403)
  expect(call('listWebhooks', 'member').status).toBe(403)
  setGap('email.list-without-permission', 'empty')
  expect(as('member').domains()).toEqual([])
  expect(call('listWebhooks', 'member').status).toBe(403)
})

test('a token for another service lists no domains and routes, or is refused, with the status that is stated', () => {
  const { call, owner, scoped, setGap } = makeEmail()
  owner.domain()
  const token = scoped('uptime.reader')
  setGap('general.permission-status', 418)
  expect(call('listDomains', token)).toMatchObject({ status: 403 })
  expect(call('listWebhooks', token)).toMatchObject({ status: 403 })
  setGap('email.list-without-permission', 'empty')
  expect(call('listDomains', token)).toMatchObject({ status: 200, body: { domains: [] } })
  expect(call('listRoutes', token)).toMatchObject({ status: 200, body: { routes: [] } })
  expect(call('listWebhooks', token)).toMatchObject({ status: 403 })
})

test('EML-05: a scoped subject sees its own domains and their routes', () => {
  const { owner, as, verified, scoped } = makeEmail()
  const [shop, news] = [verified('shop.acme.example', true), verified('news.acme.example', true)]
  const hook = owner.hook().body.webhook.id
  owner.route(shop, hook)
  owner.route(news, hook)
  const narrow = as(scoped('email.reader', shop))
  expect(narrow.domains().map(({ name }: { name: string }) => name)).toEqual(['shop.acme.example'])
  expect(narrow.routes()).toMatchObject([{ domainId: shop }])
  expect(owner.routes()).toHaveLength(2)
})

test('EML-05: a domain outside the grant is 403, or 404', () => {
  const { call, owner, scoped, setGap } = makeEmail()
  const [shop, news] = [owner.domain('shop.acme.example').body.id, owner.domain('news.acme.example').body.id]
  const token = scoped('email.reader', shop)
  const read = (id: string) => call('getDomain', token, { parameters: { id } })
  expect(read(shop).status).toBe(200)
  expect(read(news).status).toBe(403)
  setGap('email.outside-grant-status', 404)
  expect(read(news).status).toBe(404)
})

test('EML-05: other lists are filtered too, where the gap says so', () => {
  const { as, owner, verified, sent, scoped, setGap } = makeEmail()
  const [shop, news] = [verified('mail.acme.example'), verified('news.acme.example')]
  sent()
  sent({ from: 'letters@news.acme.example' })
  owner.key({ name: 'one', domainIds: [news] })
  owner.hook({ eventTypes: ['message.sent'] })
  sent()
  sent({ from: 'letters@news.acme.example' })
  const narrow = as(scoped('email.reader', shop))
  const deliveries = () => narrow.deliveries().length
  expect(deliveries()).toBe(1)
  expect(narrow.log().body.messages).toMatchObject([{ domainId: shop }, { domainId: shop }])
  expect(narrow.keys()).toEqual([])
  setGap('general.instance-filtering', 'domains-and-routes')
  expect(narrow.log().body.messages).toHaveLength(4)
  expect(deliveries()).toBe(2)
  expect(narrow.keys()).toHaveLength(1)
})
