import { expect, test } from 'vitest'
import { makeEmail } from './world.ts'

const SEND_RECORDS = [
  { capability: 'send', type: 'TXT', name: 'u1._domainkey.mail.acme.example', value: expect.stringMatching(/p=.+/) },
  { capability: 'send', type: 'TXT', name: 'mail.acme.example', value: 'v=spf1 include:spf.understudy.example ~all' },
]
const MX = {
  capability: 'receive',
  type: 'MX',
  name: 'mail.acme.example',
  value: 'inbound.understudy.example',
  priority: 10,
}

test('EML-04: registering answers 201 with the records to publish', () => {
  const { owner } = makeEmail()
  const { status, body } = owner.domain()
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    name: 'mail.acme.example',
    sendState: 'pending',
    receiveState: 'none',
    createdAt: '2026-03-05T09:00:00Z',
    dnsRecords: SEND_RECORDS,
  })
  expect(owner.get(body.id)).toEqual(body)
  expect(owner.domains()).toEqual([body])
})

test('EML-04: a live claim anywhere is 409, and deleting frees the name', () => {
  const { owner, as, happen } = makeEmail()
  const { id } = owner.domain().body
  expect(owner.domain().status).toBe(409)
  expect(as('outsider').domain().status).toBe(409)
  expect(as('outsider').domain('MAIL.acme.example.').status).toBe(409)
  expect(owner.delete('deleteDomain', id).status).toBe(204)
  expect(owner.delete('deleteDomain', id).status).toBe(404)
  expect(as('outsider').domain().status).toBe(201)
  happen('domainClaimedElsewhere', { domain: 'news.acme.example' })
  expect(owner.domain('news.acme.example').status).toBe(409)
  happen('domainClaimedElsewhere', { domain: 'news.acme.example', claimed: false })
  expect(owner.domain('news.acme.example').status).toBe(201)
  expect(() => happen('domainClaimedElsewhere', { domain: 'news.acme.example' })).toThrow('of this world')
})

test('what a domain name must look like, and how it is kept, is open', () => {
  const { owner, setGap } = makeEmail()
  for (const name of ['', 'localhost', 'no spaces.example', '-x.example', 'a..example'])
    expect([name, owner.domain(name).status]).toEqual([name, 400])
  expect(owner.domain('Shop.Acme.example.').body.name).toBe('shop.acme.example')
  setGap('email.domain-spelling', 'keep')
  expect(owner.domain('News.Acme.example').body.name).toBe('News.Acme.example')
  setGap('email.domain-spelling', 'refuse')
  expect(owner.domain('Other.acme.example').status).toBe(400)
  setGap('email.domain-syntax', 'host-name')
  expect(owner.domain('localhost').status).toBe(201)
  setGap('email.domain-syntax', 'any')
  expect(owner.domain('no spaces').status).toBe(201)
})

test('EML-06: one observation for every record, whatever the state is', () => {
  const { owner, happen } = makeEmail()
  const { id } = owner.domain().body
  expect(owner.dns(id)).toMatchObject([{ outcome: 'missing' }, { outcome: 'missing' }])
  expect(happen('dnsRecordPublished', { domain: id }).records).toBe(2)
  expect(owner.get(id).sendState).toBe('pending')
  expect(owner.dns(id)).toEqual([
    expect.objectContaining({ name: 'u1._domainkey.mail.acme.example', outcome: 'found' }),
    {
      capability: 'send',
      type: 'TXT',
      name: 'mail.acme.example',
      expected: 'v=spf1 include:spf.understudy.example ~all',
      outcome: 'found',
    },
  ])
  happen('dnsRecordMismatched', { domain: 'mail.acme.example', name: 'mail.acme.example', value: 'v=spf1 -all' })
  expect(owner.dns(id)[1]).toMatchObject({ outcome: 'mismatch', observed: 'v=spf1 -all' })
  expect(happen('dnsRecordRemoved', { domain: id, type: 'TXT' }).records).toBe(2)
  expect(owner.dns(id)[0].outcome).toBe('missing')
  happen('backendBehaves', { backend: 'dns', reachable: false })
  expect(owner.dns(id)[0].outcome).toBe('error')
  expect(() => happen('dnsRecordPublished', { domain: 'nowhere.example' })).toThrow('no email domain')
})

test('the field names of an observation are open', () => {
  const { owner } = makeEmail({ gaps: { 'email.dns-observation-fields': { outcome: 'status', observed: 'got' } } })
  expect(owner.dns(owner.domain().body.id)).toEqual([{ status: 'missing' }, { status: 'missing' }])
})

test('EML-07: a forced check answers 202 and verifies what is published, in time', () => {
  const { owner, happen, advance, setGap } = makeEmail()
  const { id } = owner.domain().body
  happen('dnsRecordPublished', { domain: id })
  expect(owner.check(id)).toMatchObject({ status: 202, body: { status: 'scheduled' } })
  expect(owner.check(id).status).toBe(202)
  setGap('email.repeat-check', 'refuse')
  expect(owner.check(id).status).toBe(409)
  advance(4)
  expect(owner.get(id).sendState).toBe('pending')
  advance(1)
  expect(owner.get(id).sendState).toBe('verified')
})

test('EML-07: a check that finds nothing leaves the domain pending, and patience ends', () => {
  const { owner, advance, happen } = makeEmail()
  const { id } = owner.domain().body
  owner.check(id)
  advance(5)
  expect(owner.get(id).sendState).toBe('pending')
  advance(72 * 3600)
  expect(owner.get(id).sendState).toBe('failed')
  happen('dnsRecordPublished', { domain: id })
  advance(300)
  expect(owner.get(id).sendState).toBe('verified')
})

test('changes in DNS are noticed unasked, and what lapses is open', () => {
  const { owner, advance, happen, verified, setGap } = makeEmail()
  const id = verified()
  happen('dnsRecordRemoved', { domain: id })
  advance(299)
  expect(owner.get(id).sendState).toBe('verified')
  advance(1)
  expect(owner.get(id).sendState).toBe('failed')
  setGap('email.failed-recovery', 'failed')
  happen('dnsRecordPublished', { domain: id })
  advance(300)
  expect(owner.get(id).sendState).toBe('failed')
  const other = verified('news.acme.example')
  setGap('email.lapse', 'pending')
  happen('dnsRecordRemoved', { domain: other })
  advance(300)
  expect(owner.get(other).sendState).toBe('pending')
})

test('lookups that fail change no state; the pass comes again', () => {
  const { owner, happen, advance, verified } = makeEmail()
  const id = verified()
  happen('dnsRecordRemoved', { domain: id })
  happen('backendBehaves', { backend: 'dns', reachable: false })
  advance(900)
  expect(owner.get(id).sendState).toBe('verified')
  happen('backendBehaves', { backend: 'dns', reachable: true })
  advance(300)
  expect(owner.get(id).sendState).toBe('failed')
})

test('without unasked passes only a check looks', () => {
  const times = { forcedSeconds: 0, unaskedSeconds: 0, timeoutHours: 0 }
  const { owner, happen, advance } = makeEmail({ gaps: { 'email.verification-times': times } })
  const { id } = owner.domain().body
  happen('dnsRecordPublished', { domain: id })
  expect(advance(365 * 86_400)).toEqual([])
  owner.check(id)
  advance(0)
  expect(owner.get(id).sendState).toBe('verified')
})

test('EML-08: arming answers the domain with its MX, and again does no harm', () => {
  const { owner, happen, advance } = makeEmail()
  const { id } = owner.domain().body
  const { status, body } = owner.arm(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ receiveState: 'pending', dnsRecords: [...SEND_RECORDS, MX] })
  expect(owner.arm(id).body).toEqual(body)
  expect(owner.dns(id)).toHaveLength(3)
  happen('dnsRecordPublished', { domain: id, capability: 'receive' })
  owner.check(id)
  advance(5)
  expect(owner.get(id)).toMatchObject({ sendState: 'pending', receiveState: 'verified' })
  expect(owner.arm(id).body.receiveState).toBe('verified')
})

test('open points of arming', () => {
  const { owner, setGap, advance } = makeEmail({ gaps: { 'email.receive-record-before-arming': 'shown' } })
  const { id } = owner.domain().body
  expect(owner.get(id).dnsRecords).toContainEqual(MX)
  setGap('email.arm-before-send', 'refuse')
  expect(owner.arm(id).status).toBe(409)
  setGap('email.arm-before-send', 'accept')
  owner.arm(id)
  advance(72 * 3600)
  expect(owner.get(id).receiveState).toBe('failed')
  setGap('email.rearm-failed', 'unchanged')
  expect(owner.arm(id).body.receiveState).toBe('failed')
  setGap('email.rearm-failed', 'pending')
  expect(owner.arm(id).body.receiveState).toBe('pending')
})

test('what becomes of routes, keys and messages of a deleted domain is open', () => {
  const story = (gaps: object) => {
    const { owner, verified, sent } = makeEmail({ gaps })
    const id = verified('mail.acme.example', true)
    owner.route(id, owner.hook().body.webhook.id)
    owner.key({ name: 'one', domainIds: [id] })
    sent()
    const { status } = owner.delete('deleteDomain', id)
    const [key] = owner.keys()
    return [status, owner.routes().length, key?.domainIds.length, owner.log().body.messages.length]
  }
  expect(story({})).toEqual([204, 0, undefined, 1])
  expect(story({ 'email.delete-domain-routes': 'keep' })).toEqual([204, 1, undefined, 1])
  expect(story({ 'email.delete-domain-routes': 'refuse' })).toEqual([409, 1, 1, 1])
  expect(story({ 'email.delete-domain-keys': 'keep-id' })).toEqual([204, 0, 1, 1])
  expect(story({ 'email.delete-domain-keys': 'drop-id' })).toEqual([204, 0, 0, 1])
  expect(story({ 'email.delete-domain-keys': 'refuse' })).toEqual([409, 1, 1, 1])
  // One that is listed though it is revoked goes on showing what it was for.
  expect(story({ 'email.revoked-key-listed': 'listed' })).toEqual([204, 0, 1, 1])
  expect(story({ 'email.delete-domain-messages': 'remove' })).toEqual([204, 0, undefined, 0])
})

test('EML-02: a key for some domains never comes to look like one for all: it goes with its last domain', () => {
  const { owner, verified } = makeEmail()
  const [one, two] = [verified('one.acme.example'), verified('two.acme.example')]
  owner.key({ name: 'both', domainIds: [one, two] })
  owner.key({ name: 'all' })
  owner.delete('deleteDomain', one)
  expect(owner.keys().map(({ name, domainIds }) => [name, domainIds])).toEqual([
    ['both', [two]],
    ['all', []],
  ])
  owner.delete('deleteDomain', two)
  expect(owner.keys().map(({ name }) => name)).toEqual(['all'])
})
