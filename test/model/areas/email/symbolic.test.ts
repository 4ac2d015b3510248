import { expect, test } from 'vitest'
import { decide } from '../../../../src/model/decide.ts'
import type { OperationId } from '../../../../src/model/request/operation-types.ts'
import { isSymbol } from '../../../../src/model/world/fresh.ts'
import { apply } from '../../../../src/model/world/world.ts'
import { contract } from '../../support.ts'
import { makeEmail } from './world.ts'

test('in a symbolic world every fresh value is a symbol of its own', () => {
  const gaps = { 'email.log-page-size': 1, 'email.send-unverified': 'accept' } as const
  const { owner, sent, send, happen } = makeEmail({ values: 'symbolic', gaps })
  const domain = owner.domain().body
  const { sendKey, secret } = owner.key().body
  const { webhook, signingSecret } = owner.hook({ eventTypes: ['message.sent', 'message.bounced'] }).body
  const first = sent().messageId
  const { id } = send(secret, { to: ['lee@customer.example'] }).body
  const { cursor, messages } = owner.log().body
  const { createdAt, stateAt, sizeBytes } = messages[0]
  const [delivery] = owner.deliveries()
  const entry = owner.suppress('ada@customer.example').body
  const fresh = [
    domain.id,
    domain.createdAt,
    ...[sendKey.id, sendKey.keyId, sendKey.createdAt, secret],
    ...[webhook.id, webhook.createdAt, signingSecret],
    ...[first, id, createdAt, stateAt, sizeBytes, cursor],
    ...[delivery.id, delivery.createdAt],
    ...[entry.id, entry.createdAt],
  ]
  expect(fresh.filter((value) => !isSymbol(value))).toEqual([])
  expect(new Set(fresh).size).toBe(fresh.length)
  // A message may be as large as another one's number says; only identifiers must differ.
  expect(first).toMatch(/^⟦EmailMessage#/)
  expect(sizeBytes).not.toMatch(/^⟦EmailMessage#/)
  expect(owner.log({ cursor: String(cursor) }).body.messages).toMatchObject([{ id: first }])
  expect(happen('messageBounced', { messageId: first, bounce: 'hard' }).deliveryIds.every(isSymbol)).toBe(true)
})

test('a placeholder may stand for all the records of a domain', () => {
  const model = makeEmail({ values: 'symbolic' })
  const unseen = { value: model.choices.value, fill: (id: string) => `⟦gap ${id}#1⟧` as never }
  const ask = <Id extends OperationId>(id: Id, parameters: Record<string, string> = {}, body?: unknown) => {
    const request = { operation: contract.operation(id), credential: 'owner', parameters, query: {}, body }
    const outcome = decide(model.current(), request, unseen)
    model.seed((world) => apply(world, outcome.changes))
    return outcome.kind === 'success' ? (outcome.body as Record<string, string>) : {}
  }
  const { id = '', dnsRecords } = ask('createDomain', {}, { name: 'mail.acme.example' })
  expect(dnsRecords).toBe('⟦gap email.dns-records#1⟧')
  expect(ask('armDomainReceiving', { id }).dnsRecords).toBe('⟦gap email.dns-records#1⟧')
  expect(ask('getDomainDns', { id })).toEqual({ records: [] })
  expect(ask('getEmailSettings')).toMatchObject({ bouncePausePct: '⟦gap email.bounce-pause-pct#1⟧' })
})

test('in a real world reading changes nothing', () => {
  const { owner, call, verified, sent } = makeEmail({ gaps: { 'email.log-page-size': 1 } })
  const id = verified()
  const { messageId } = sent()
  sent()
  for (const read of [owner.log(), owner.message(messageId), owner.content(messageId)])
    expect(read.outcome.changes).toEqual([])
  for (const operation of ['listDomains', 'listDeliveries', 'getEmailSettings', 'listSendKeys'] as const)
    expect(call(operation, 'owner').outcome.changes).toEqual([])
  expect(call('getDomainDns', 'owner', { parameters: { id } }).outcome.changes).toEqual([])
})

test('a page far back in the log is as quick as the first', () => {
  const { owner, sent, happen } = makeEmail({ gaps: { 'email.send-unverified': 'accept' } })
  owner.domain()
  happen('quotaChanges', { quota: 'daily-email', value: 100_000 })
  const start = Date.parse('2025-12-20T00:00:00Z')
  for (let index = 0; index < 1500; index++) sent({ createdAt: new Date(start + index * 4_000_000).toISOString() })
  let pages = 0
  let cursor: string | undefined
  do {
    cursor = owner.log(cursor === undefined ? {} : { cursor }).body.cursor
    pages++
  } while (cursor !== undefined)
  expect(pages).toBe(30)
})
