import { expect, test } from 'vitest'
import { clearState } from '../../../../../src/conformance/areas/uptime/checks/clear-state.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const NOON = Date.parse('2026-03-05T12:00:00Z')
const MONITOR = {
  ...{ id: 'mon_1', org: 'acme', seq: 1, name: 'web-salt', vantages: ['fra', 'iad'], intervalSeconds: 3600 },
  ...{ enabled: true, downCondition: { confirmations: 1, quorum: 1 }, spans: [{ fromMs: NOON - 60_000 }] },
}

/** What is said of a monitor in a state, after these results from both places, a second apart. */
function said(results: string, state: string, more: object = {}) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const probes = [...results].flatMap((result, index) =>
    MONITOR.vantages.map((vantage, place) => {
      const seq = 2 * index + place
      return {
        id: `${seq}`,
        org: 'acme',
        seq,
        monitorId: 'mon_1',
        vantage,
        ok: result === '+',
        atMs: NOON - 30_000 + seq,
      }
    }),
  )
  const changes = [
    { kind: 'put', table: 'UptimeMonitor', row: { ...MONITOR, ...more } },
    ...probes.map((row) => ({ kind: 'put', table: 'UptimeProbe', row })),
  ]
  const world = apply(shadow.world, changes as unknown as Change[])
  const given = answered({ operation: 'getMonitor', body: { ...MONITOR, state }, shadow: { ...shadow, world } })
  return clearState.look(given, undefined).found.map((one) => 'expected' in one && one.expected)
}

test('a monitor is up after many successes, and down after many failures from everywhere', () => {
  expect(said('+++', 'pending')).toEqual(['up'])
  expect(said('+++', 'up')).toEqual([])
  expect(said('+---', 'up')).toEqual(['down'])
  expect(said('+---', 'down')).toEqual([])
  expect(said('+---+++', 'down')).toEqual(['up'])
})

test('nothing is said where the rule has a say', () => {
  expect(said('++', 'pending')).toEqual([])
  expect(said('---', 'pending')).toEqual([])
  expect(said('+--', 'up')).toEqual([])
  expect(said('+---', 'up', { downCondition: { confirmations: 1, quorum: 2 } })).toEqual([])
  expect(said('+---', 'up', { intervalSeconds: 30 })).toEqual([])
})
