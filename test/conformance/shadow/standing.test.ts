import { expect, test } from 'vitest'
import { newShadow } from '../../../src/conformance/shadow/shadow.ts'
import { standingFor } from '../../../src/conformance/shadow/standing.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { emptyWorld } from '../../../src/model/empty-world.ts'
import { apply } from '../../../src/model/world/world.ts'

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
