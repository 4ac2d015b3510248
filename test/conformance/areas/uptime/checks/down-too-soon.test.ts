import { expect, test } from 'vitest'
import { downTooSoon } from '../../../../../src/conformance/areas/uptime/checks/down-too-soon.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const NOON = Date.parse('2026-03-05T12:00:00Z')
const MONITOR = {
  ...{ id: 'mon_1', org: 'acme', seq: 1, name: 'web-salt', vantages: ['fra', 'iad'], intervalSeconds: 3600 },
  downCondition: { confirmations: 3, quorum: 2 },
}

/** What is said of a monitor that shows as down, so long after it was made and after failures from these places. */
function said(minutes: number, failures: readonly string[], state = 'down') {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const monitor = { ...MONITOR, spans: [{ fromMs: NOON - minutes * 60_000 }] }
  const probes = failures.map((vantage, seq) => ({
    id: `${seq}`,
    org: 'acme',
    seq,
    monitorId: 'mon_1',
    vantage,
    ok: false,
  }))
  const changes = [
    { kind: 'put', table: 'UptimeMonitor', row: monitor },
    ...probes.map((row) => ({ kind: 'put', table: 'UptimeProbe', row })),
  ]
  const world = apply(shadow.world, changes as unknown as Change[])
  const given = answered({ operation: 'getMonitor', body: { ...MONITOR, state }, shadow: { ...shadow, world } })
  return downTooSoon.look(given, downTooSoon.start).found.map(({ code }) => code)
}

test('a monitor is not down after fewer failures than it takes, nor for those of one place', () => {
  expect(said(1, [])).toEqual(['value'])
  expect(said(0, ['fra', 'iad'])).toEqual(['value'])
  expect(said(1, ['fra', 'fra', 'fra', 'fra'])).toEqual(['value'])
  expect(said(1, ['fra'], 'up')).toEqual([])
})

test('it may be down where there were enough, with those that the target saw by itself', () => {
  expect(said(1, ['fra', 'iad'])).toEqual([])
  expect(said(60 * 24, [])).toEqual([])
})

test('one that may have been down before it was changed may stay so', () => {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const easy = { ...MONITOR, downCondition: { confirmations: 1, quorum: 1 }, spans: [{ fromMs: NOON }] }
  const [before, after] = [easy, { ...easy, ...MONITOR }].map((row) => ({
    ...shadow,
    world: apply(shadow.world, [{ kind: 'put', table: 'UptimeMonitor', row }] as unknown as Change[]),
  }))
  const parameters = { id: 'mon_1' }
  const body = { ...MONITOR, state: 'down' }
  const update = answered({ operation: 'updateMonitor', parameters, sent: {}, body, ...(before && { shadow: before }) })
  const look = answered({ operation: 'getMonitor', parameters, body, ...(after && { shadow: after }) })
  const { found, memory } = downTooSoon.look(update, downTooSoon.start)
  expect([found, downTooSoon.look(look, memory).found]).toEqual([[], []])
  expect(downTooSoon.look(look, downTooSoon.start).found).toHaveLength(1)
})
