import { expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import { recorded } from '../../../src/scenario/recording/recorded.ts'
import type { RecordedExchange } from '../../../src/scenario/recording/recorded-exchange.ts'
import { fromNow, instantOf } from '../../../src/scenario/relative-time.ts'

const contract = loadContract(source, {
  ...EMPTY_PROFILE,
  actors: { owner: { role: 'owner', organization: 'acme', headers: { Authorization: 'Bearer key-of-owner' } } },
})

function exchange(
  method: string,
  path: string,
  status: number,
  more: Partial<RecordedExchange> = {},
): RecordedExchange {
  const headers = { authorization: 'Bearer key-of-owner' }
  return { method, path, status, headers, body: '', answerHeaders: {}, answer: '', ...more }
}

const made = (...exchanges: RecordedExchange[]) => recorded(contract, exchanges, { title: 'a', name: 'a', mock: false })

test('what no request makes is told when it is recorded, and in the file', () => {
  const { document, dependences } = made(exchange('GET', '/api/v1/email/messages/msg_1', 200))
  expect(dependences).toEqual(['getMessage: the email message msg_1 must exist on the target; no request creates one'])
  expect(document.info.description).toContain('the email message msg_1 must exist')
})

test('so is what a list shows, and a state that requests alone do not lead to', () => {
  const deliveries = JSON.stringify({ deliveries: [{ id: 'del_1', state: 'failed' }] })
  const { dependences } = made(
    exchange('GET', '/api/v1/email/webhook-deliveries', 200, { answer: deliveries }),
    exchange('POST', '/api/v1/email/webhook-deliveries/del_1/redeliver', 202),
  )
  expect(dependences).toEqual([
    'redeliverDelivery: the email delivery del_1 must exist on the target; no request creates one',
  ])
  const domain = JSON.stringify({ id: 'dom_1', name: 'a.example', sendState: 'pending', receiveState: 'verified' })
  expect(made(exchange('GET', '/api/v1/email/domains/dom_1', 200, { answer: domain })).dependences).toEqual([
    'getDomain: the email domain was verified before the recording; the scenario creates a new one',
  ])
})

test('and a caller whom nobody knows, whose credential is not written', () => {
  const stranger = { headers: { authorization: 'Bearer somebody-elses-key' } }
  const { document, dependences } = made(exchange('GET', '/api/v1/tokens', 200, stranger))
  expect(dependences).toEqual([
    'the credential of stranger does not belong to an actor of the profile; add the actor stranger to the profiles used for replay',
  ])
  expect(JSON.stringify(document)).not.toContain('somebody-elses')
})

test('a time is kept as its distance from the moment of the request; without that moment it is told', () => {
  const body = { userId: 'u', label: 'U', startsAt: '2026-11-15T12:00:00Z', endsAt: '2026-11-15T14:30:00Z' }
  const override = (more: Partial<RecordedExchange>) =>
    made(exchange('POST', '/api/v1/oncall/schedules/sch_1/overrides', 201, { body: JSON.stringify(body), ...more }))
  const known = override({ answerHeaders: { date: 'Sun, 15 Nov 2026 13:00:00 GMT' } })
  expect(known.document['x-understudy']?.inputs).toMatchObject({ startsAt: 'now-PT1H', endsAt: 'now+PT1H30M' })
  expect(known.document.workflows[0]?.inputs?.properties.endsAt?.default).toBe('2026-03-05T10:30:00Z')
  expect(override({}).dependences).toContain(
    "addOverride: the time 2026-11-15T12:00:00Z is kept, because the target's time was not recorded",
  )
})

test('a distance from now and back', () => {
  const now = Date.parse('2026-03-05T09:00:00Z')
  for (const ms of [0, 1_000, -61_000, 3_600_000, -90 * 86_400_000])
    expect(Date.parse(instantOf(fromNow(ms), now) ?? '') - now).toBe(ms)
  expect([instantOf('/vocabulary/phone', now), instantOf('now+P1D', now)]).toEqual([undefined, undefined])
})
