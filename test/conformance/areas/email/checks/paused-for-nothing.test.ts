import { expect, test } from 'vitest'
import { pausedForNothing } from '../../../../../src/conformance/areas/email/checks/paused-for-nothing.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** A look at the settings after something has become of a message. */
function look(at: string, paused: boolean, kind?: string) {
  const shadow = blankShadow(at)
  const row = { id: 'e1', org: 'acme', seq: 1, messageId: 'm1', kind, occurredAt: at }
  const changes = kind === undefined ? [] : [{ kind: 'put', table: 'EmailMessageEvent', row }]
  const world = apply(shadow.world, changes as unknown as Change[])
  return answered({ operation: 'getEmailSettings', body: { dailyQuota: 10, paused }, shadow: { ...shadow, world } })
}

/** What is found in a look, after one that showed whether sending was paused at first. */
const after = (paused: boolean, ...[at, kind]: [at: string, kind?: string]) =>
  pausedForNothing.look(
    look(at, true, kind),
    pausedForNothing.look(look('2026-01-01T12:00:00Z', paused), pausedForNothing.start).memory,
  ).found

test('nobody is paused whose mail has neither bounced nor been complained of', () => {
  expect(after(false, '2026-05-01T12:00:00Z')).toMatchObject([{ path: 'paused', expected: false, actual: true }])
  expect(after(false, '2026-05-01T12:00:00Z', 'delivered')).toHaveLength(1)
})

test('nothing is said of those whose mail has, who were paused before, or of whom little is known', () => {
  expect(after(false, '2026-05-01T12:00:00Z', 'bounced')).toEqual([])
  expect(after(true, '2026-05-01T12:00:00Z')).toEqual([])
  expect(after(false, '2026-01-03T12:00:00Z')).toEqual([])
})

/** The same, after one of so many messages has come back, with this threshold. */
function afterOneOf(many: number, bouncePausePct: number | undefined, kind = 'bounced') {
  const at = '2026-05-01T12:00:00Z'
  const { shadow, ...rest } = look(at, true, kind)
  const rows = Array.from({ length: many }, (_, index) => ({
    ...{ id: `m${index}`, org: 'acme', seq: index, direction: 'send', stage: 'sent' },
    ...{ createdAt: at, createdAtMs: Date.parse(at) },
  }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'EmailMessage', row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const json = { ...Object(rest.received.json), bouncePausePct }
  const first = pausedForNothing.look(look('2026-01-01T12:00:00Z', false), pausedForNothing.start)
  const received = { ...rest.received, json }
  return pausedForNothing.look({ ...rest, received, shadow: { ...shadow, world } }, first.memory).found
}

test('nor is anybody for one bounce of very many', () => {
  expect(afterOneOf(100, 10)).toMatchObject([{ path: 'paused', expected: false, actual: true }])
  expect(afterOneOf(99, 10)).toEqual([])
  expect(afterOneOf(100, 2)).toEqual([])
  expect(afterOneOf(100, undefined)).toEqual([])
  expect(afterOneOf(100, 10, 'complained')).toEqual([])
})
