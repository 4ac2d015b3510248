import { expect, test } from 'vitest'
import { recentFailures } from '../../../../../src/conformance/areas/uptime/checks/recent-failures.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const FAILED = { id: '1', org: 'acme', seq: 1, monitorId: 'mon_1', vantage: 'fra', outcome: 'fail' }

/** What is said of a list of failures, at noon, after a failure at this time. */
function said(at: string, failures: readonly object[]) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const row = { ...FAILED, atMs: Date.parse(at) }
  const world = apply(shadow.world, [{ kind: 'put', table: 'UptimeFailure', row }] as unknown as Change[])
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

test('how far back recent goes is open', () => {
  expect(said('2026-03-05T09:00:00Z', [])).toEqual([])
})
