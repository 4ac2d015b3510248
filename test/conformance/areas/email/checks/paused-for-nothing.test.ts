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
