import { expect, test } from 'vitest'
import { recentFailures } from '../../../../../src/conformance/areas/uptime/checks/recent-failures.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const FAILED = { id: '1', org: 'acme', seq: 1, monitorId: 'mon_1', vantage: 'fra', outcome: 'fail' }

/** What is said of a list of failures, at noon, after a failure at this time, and perhaps one from another place. */
function said(at: string, failures: readonly object[], another: object[] = []) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const rows = [FAILED, ...another].map((row) => ({ ...row, atMs: Date.parse(at) }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'UptimeFailure', row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const parameters = { id: 'mon_1' }
  const body = { failures }
  const given = answered({ operation: 'listMonitorFailures', body, shadow: { ...shadow, world } })
  const { found } = recentFailures.look({ ...given, request: { ...given.request, parameters } }, undefined)
  return found.map(({ code }) => code)
}

test('the last failure that was caused is among the recent ones', () => {
  expect(said('2026-03-05T11:55:00Z', [])).toEqual(['lacks'])
  expect(said('2026-03-05T11:55:00Z', [{ vantage: 'nyc', outcome: 'fail' }])).toEqual(['lacks'])
  expect(said('2026-03-05T11:55:00Z', [{ vantage: 'fra', outcome: 'fail' }])).toEqual([])
})

test('so is every other one, from each place', () => {
  const another = [{ ...FAILED, id: '2', seq: 2, vantage: 'iad' }]
  const [fra, iad] = ['fra', 'iad'].map((vantage) => ({ vantage, outcome: 'fail' })) as [object, object]
  expect(said('2026-03-05T11:55:00Z', [iad], another)).toEqual(['lacks'])
  expect(said('2026-03-05T11:55:00Z', [iad, fra], another)).toEqual([])
})

test('how far back recent goes is open', () => {
  expect(said('2026-03-05T09:00:00Z', [])).toEqual([])
})
