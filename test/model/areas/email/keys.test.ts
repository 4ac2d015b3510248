import { expect, test } from 'vitest'
import { makeEmail } from './world.ts'

test('EML-02: minting answers 201 with the key and its secret, which shows this once', () => {
  const { owner, verified } = makeEmail()
  const id = verified()
  const { status, body } = owner.key({ name: 'shop-mailer', domainIds: [id] })
  expect(status).toBe(201)
  expect(body).toEqual({
    sendKey: {
      id: expect.any(String),
      name: 'shop-mailer',
      keyId: body.secret.slice(0, 10),
      domainIds: [id],
      createdAt: '2026-03-05T09:00:05Z',
    },
    secret: expect.stringMatching(/^usk_/),
  })
  expect(owner.keys()).toEqual([body.sendKey])
})

test('EML-02: a revoked key is gone from use', () => {
  const { owner, verified, send, setGap } = makeEmail()
  verified()
  const { sendKey, secret } = owner.key().body
  expect(send(secret).status).toBe(202)
  expect(owner.revoke(sendKey.id).status).toBe(204)
  expect(send(secret).status).toBe(401)
  expect(send('nothing').status).toBe(401)
  expect(owner.keys()).toEqual([])
  expect(owner.revoke(sendKey.id).status).toBe(404)
  setGap('email.repeat-revoke-key', 'accept')
  setGap('email.revoked-key-listed', 'listed')
  expect(owner.revoke(sendKey.id).status).toBe(204)
  expect(owner.keys()).toHaveLength(1)
})

test('EML-20: a key with domains sends for those only, one without for all', () => {
  const { owner, verified, send } = makeEmail()
  verified()
  const news = verified('news.acme.example')
  const [narrow, wide] = [owner.key({ name: 'news', domainIds: [news] }).body, owner.key().body]
  expect(send(narrow.secret).status).toBe(403)
  expect(send(narrow.secret, { from: 'letters@news.acme.example' }).status).toBe(202)
  expect(send(wide.secret).status).toBe(202)
  expect(send(wide.secret, { from: 'x@elsewhere.example' }).status).toBe(403)
  expect(send(wide.secret, { from: 'Orders <orders@MAIL.acme.example>' }).status).toBe(202)
})

test('domainIds that are empty or unknown', () => {
  const { owner, verified, send, setGap } = makeEmail()
  const id = verified()
  expect(owner.key({ name: 'x', domainIds: ['nowhere'] }).status).toBe(404)
  setGap('email.unknown-domain-ids', 'accept')
  expect(owner.key({ name: 'x', domainIds: ['nowhere'] }).status).toBe(201)
  expect(send(owner.key({ name: 'x', domainIds: [] }).body.secret).status).toBe(202)
  setGap('email.empty-domain-ids', 'nothing')
  expect(send(owner.key({ name: 'x', domainIds: [] }).body.secret).status).toBe(403)
  setGap('email.empty-domain-ids', 'refuse')
  expect(owner.key({ name: 'x', domainIds: [] }).status).toBe(400)
  setGap('email.org-wide-domain-ids', 'all-domains')
  expect(owner.key({ name: 'y' }).body.sendKey.domainIds).toEqual([id])
})

test('names of keys', () => {
  const { owner, setGap } = makeEmail()
  expect([owner.key({ name: '' }).status, owner.key({ name: ' ' }).status]).toEqual([400, 400])
  expect([owner.key().status, owner.key().status]).toEqual([201, 201])
  setGap('general.name-uniqueness', 'unique')
  expect(owner.key().status).toBe(409)
  expect(owner.key({}).status).toBe(400)
})

test('what keyId is, is open', () => {
  const { owner, setGap } = makeEmail({ gaps: { 'email.send-key-key-id': 'same-as-id' } })
  const { id, keyId } = owner.key().body.sendKey
  expect(keyId).toBe(id)
  setGap('email.send-key-key-id', 'independent')
  const other = owner.key().body
  expect([other.sendKey.id, other.secret.slice(0, 10)]).not.toContain(other.sendKey.keyId)
})

test('a use is noted, and tells whether the key is good', () => {
  const { owner, happen, verified, sent, advance } = makeEmail()
  verified()
  const { sendKey, secret } = owner.key().body
  expect(happen('credentialUsed', { kind: 'send-key', secret })).toMatchObject({ accepted: true })
  expect(owner.keys()[0].lastUsedAt).toBe('2026-03-05T09:00:05Z')
  advance(3600)
  sent({ sendKeyId: sendKey.id, createdAt: '2026-03-05T09:30:00Z' })
  expect(owner.keys()[0].lastUsedAt).toBe('2026-03-05T09:30:00Z')
  sent({ sendKeyId: sendKey.id, createdAt: '2026-03-05T09:10:00Z' })
  expect(owner.keys()[0].lastUsedAt).toBe('2026-03-05T09:30:00Z')
  expect(() => sent({ sendKeyId: sendKey.id, createdAt: '2026-03-05T08:00:00Z' })).toThrow('was before the key')
  expect(() => sent({ createdAt: '2026-03-05T11:00:00Z' })).toThrow('lies in the future')
  owner.revoke(sendKey.id)
  expect(happen('credentialUsed', { kind: 'send-key', id: sendKey.id })).toMatchObject({ accepted: false })
  expect(() => sent({ sendKeyId: sendKey.id })).toThrow('revoked')
  expect(() => happen('credentialUsed', { kind: 'send-key', id: 'x' })).toThrow('no send key')
})

test('the last use may not be kept', () => {
  const { owner, verified, send } = makeEmail({ gaps: { 'email.key-last-used-at': 'never' } })
  verified()
  send(owner.key().body.secret)
  expect(owner.keys()[0].lastUsedAt).toBeUndefined()
})

test('a message that is sent outside the API names its key by its id, its secret or both', () => {
  const { owner, verified, happen } = makeEmail()
  verified()
  const news = verified('news.acme.example')
  const [wide, narrow] = [owner.key().body, owner.key({ name: 'news', domainIds: [news] }).body]
  const mail = { from: 'orders@mail.acme.example', to: ['jo@customer.example'] }
  expect(happen('messageSent', { ...mail, secret: wide.secret })).toMatchObject({ suppressed: [] })
  expect(() => happen('messageSent', { ...mail, secret: narrow.secret })).toThrow(/does not send for/)
  expect(() => happen('messageSent', { ...mail, secret: narrow.secret })).toThrow(
    expect.objectContaining({ rule: 'email.key-for-other-domains' }),
  )
  // What is shown is the secret.
  expect(() => happen('messageSent', { ...mail, sendKeyId: wide.sendKey.id, secret: 'usk_nobodys' })).toThrow(
    /no send key/,
  )
})
