import { expect, test } from 'vitest'
import { checkRotation } from '../../src/conformance/checks/rotation.ts'
import { newShadow } from '../../src/conformance/shadow/shadow.ts'
import { standingFor } from '../../src/conformance/shadow/standing.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { emptyWorld } from '../../src/model/empty-world.ts'
import { apply } from '../../src/model/world/world.ts'

const contract = loadContract(source)
const empty = emptyWorld({ nowMs: Date.parse('2026-03-05T09:00:00Z'), values: 'symbolic' })
const override = {
  id: '1',
  org: 'acme',
  seq: 1,
  scheduleId: 'rota',
  userId: 'ada',
  label: 'Ada',
  startsAt: '2026-03-05T08:00:00Z',
  endsAt: '2026-03-05T10:00:00Z',
  span: undefined,
}
const shadow = newShadow(apply(empty, [{ kind: 'put', table: 'OncallOverride', row: override }]), new Map(), 'salt')
const adding = (id: string) => ({
  operation: contract.operation('addOverride'),
  credential: 'actor:owner',
  parameters: { id },
  query: {},
  body: {},
})

test('identifiers are unique per kind and parent: two schedules may number their overrides alike', () => {
  expect(standingFor(shadow, adding('rota'), 'acme')('OncallOverride', '1')).toBe('ours')
  expect(standingFor(shadow, adding('nights'), 'acme')('OncallOverride', '1')).toBe('unknown')
  expect(standingFor(shadow, adding('rota'), 'other')('OncallOverride', '1')).toBe('elsewhere')
})

test('a schedule in a time zone that nobody can read is not held to its handoff', () => {
  const participants = ['ada', 'bo'].map((userId) => ({ userId, label: userId }))
  const object = {
    id: 'rota',
    timezone: 'Nowhere/<b>',
    participants,
    handoff: { interval: 'daily', time: '10:00' },
    onCallNow: { userId: 'ada', label: 'ada', until: '', override: false },
  }
  const look = [{ entity: 'OncallSchedule', id: 'rota', object, pointer: '', field: 'id' }]
  const operation = contract.operation('listSchedules')
  const first = checkRotation(operation, look, shadow)
  const later = { ...shadow, onCall: first.onCall, world: { ...shadow.world, nowMs: shadow.world.nowMs + 7_200_000 } }
  expect(checkRotation(operation, look, later).findings).toEqual([])
})
