import { expect, test } from 'vitest'
import { monitorHistory } from '../../../../../src/conformance/areas/uptime/checks/monitor-history.ts'
import { machine } from '../../../../../src/conformance/checks/machine.ts'
import { withMemory } from '../../../../../src/conformance/shadow/memories.ts'
import { thingKey } from '../../../../../src/conformance/shadow/shadow.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const MONITOR = { id: 'mon_1', org: 'acme', seq: 1 }
const PROBED = { id: '1', org: 'acme', seq: 2, monitorId: 'mon_1', vantage: 'fra', outcome: 'ok' }

/** What is said of metrics with these series, a few minutes after a probe from fra; the first may be one that is made up. */
function said(vantages: readonly string[], series: readonly object[], { times = 2 } = {}) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const probes = ['11:45', '11:50'].slice(-times).map((time, index) => ({
    ...{ ...PROBED, id: String(index), seq: 2 + index },
    atMs: Date.parse(`2026-03-05T${time}:00Z`),
  }))
  const changes = [
    { kind: 'put', table: 'UptimeMonitor', row: { ...MONITOR, vantages } },
    ...probes.map((row) => ({ kind: 'put', table: 'UptimeProbe', row })),
  ]
  const world = apply(shadow.world, changes as unknown as Change[])
  const given = answered({
    operation: 'getMonitorMetrics',
    body: { window: '1h', stepSeconds: 60, series },
    shadow: { ...shadow, world },
  })
  const asked = { ...given, request: { ...given.request, parameters: { id: 'mon_1' } } }
  return monitorHistory.look(asked, undefined).found.map(({ code }) => code)
}

test('a vantage with data has its series', () => {
  expect(said(['fra', 'nyc'], [{ vantage: 'nyc', points: [] }])).toEqual(['no-series'])
  expect(said(['fra', 'nyc'], [{ vantage: 'fra', points: [] }])).toEqual([])
})

test('nobody knows whether a target probes by itself', () => {
  expect(said(['fra'], [], { times: 1 })).toEqual([])
})

test('a vantage that the monitor no longer has may have lost its series', () => {
  expect(said(['nyc'], [{ vantage: 'nyc', points: [] }])).toEqual([])
})

/** What is said of a history without any transition after this change of state was seen. */
function saidOf(from: string, to: string) {
  const moves = new Map([[thingKey('UptimeMonitor', 'acme', 'mon_1'), { from, to }]])
  const shadow = withMemory(blankShadow('2026-03-05T12:00:00Z'), machine, { ...machine.start, moves })
  const body = { transitions: [] }
  const list = answered({ operation: 'listMonitorTransitions', parameters: { id: 'mon_1' }, body, shadow })
  return monitorHistory.look(list, undefined).found.map(({ code }) => code)
}

test('changes between up and down are listed', () => {
  expect([saidOf('up', 'down'), saidOf('down', 'up')]).toEqual([['unlisted-transition'], ['unlisted-transition']])
})

test('beginning and beginning anew need not be', () => {
  expect([saidOf('pending', 'up'), saidOf('up', 'pending')]).toEqual([[], []])
})
