import { expect, test } from 'vitest'
import { acceptedRises } from '../../../../../src/conformance/areas/email/checks/accepted-rises.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** A look at the settings after so many messages. */
function look(at: string, sent: number, acceptedToday: number, more: object = {}) {
  const shadow = blankShadow(at)
  const rows = Array.from({ length: sent }, (_, seq) => ({
    ...{ id: `m${seq}`, org: 'acme', seq, direction: 'send', stage: 'sent', domainId: 'd' },
    ...{ createdAtMs: Date.parse(at), reached: ['jo@customer.example'], ...(seq > 0 && more) },
  }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'EmailMessage', row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  return answered({ operation: 'getEmailSettings', body: { acceptedToday }, shadow: { ...shadow, world } })
}

/** What is found in the second of two looks, the first after one message. */
const second = (at: string, sent: number, acceptedToday: number, more?: object) =>
  acceptedRises.look(
    look(at, sent, acceptedToday, more),
    acceptedRises.look(look('2026-03-05T12:01:00Z', 1, 40), acceptedRises.start).memory,
  ).found

test('what is accepted is counted', () => {
  expect(second('2026-03-05T12:02:00Z', 2, 40)).toMatchObject([{ path: 'acceptedToday', expected: 'at least 41' }])
  expect(second('2026-03-05T12:02:00Z', 2, 41)).toEqual([])
})

test('what was accepted stays counted, whatever becomes of it', () => {
  expect(second('2026-03-05T12:02:00Z', 1, 39)).toMatchObject([{ path: 'acceptedToday', expected: 'at least 40' }])
  expect(second('2026-03-05T12:16:00Z', 1, 0)).toEqual([])
})

test('nothing is said where nothing was sent, or where a day may have begun', () => {
  expect(second('2026-03-05T12:02:00Z', 1, 40)).toEqual([])
  expect(second('2026-03-05T12:16:00Z', 2, 1)).toEqual([])
})

test('nor is anything said of messages that are dated back or reach nobody', () => {
  expect(second('2026-03-05T12:02:00Z', 2, 40, { createdAtMs: Date.parse('2026-01-24T12:00:00Z') })).toEqual([])
  expect(second('2026-03-05T12:02:00Z', 2, 40, { reached: [] })).toEqual([])
})
