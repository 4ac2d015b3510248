import { expect, test } from 'vitest'
import { ownPercentage } from '../../../../../src/conformance/areas/uptime/checks/own-percentage.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const MINUTE_MS = 60_000
const AT = '2026-03-01T10:00:00Z'

interface Look {
  readonly uptimePct: unknown
  /** The results from each vantage that were told of; the first is ten minutes old. */
  readonly told: Readonly<Record<string, number>>
  /** The points from hel. */
  readonly points?: readonly object[]
}

function metrics({ uptimePct, told, points = [{ t: 1, up: 1 }] }: Look) {
  const shadow = blankShadow(AT)
  const { nowMs } = shadow.world
  const rows = Object.entries(told).flatMap(([vantage, count]) =>
    Array.from({ length: count }, (_, place) => ({
      ...{ id: `${vantage}-${place}`, org: 'acme', seq: place, monitorId: 'm1', vantage, ok: true },
      atMs: nowMs - (place === 0 ? 10 * MINUTE_MS : 0),
    })),
  )
  const changes = rows.map((row) => ({ kind: 'put', table: 'UptimeProbe', row })) as unknown as Change[]
  const series = [
    { vantage: 'hel', points },
    { vantage: 'nyc', points: [] },
  ]
  return answered({
    operation: 'getMonitorMetrics',
    parameters: { id: 'm1' },
    body: { window: '1h', stepSeconds: 60, uptimePct, series },
    shadow: { ...shadow, world: apply(shadow.world, changes) },
  })
}

const said = (first: Look, second: Look) =>
  ownPercentage
    .look(metrics(second), ownPercentage.look(metrics(first), ownPercentage.start).memory)
    .found.map((one) => 'path' in one && one.path)

const first: Look = { uptimePct: { hel: 100, nyc: 100 }, told: { hel: 1, nyc: 1 } }

test('a failure from one vantage is none of the other', () => {
  expect(said(first, { uptimePct: { hel: 66.7, nyc: 50 }, told: { hel: 1, nyc: 2 } })).toEqual(['uptimePct.hel'])
  expect(said(first, { uptimePct: { hel: 100, nyc: 50 }, told: { hel: 1, nyc: 2 } })).toEqual([])
})

test('its own results change it, told or seen in its points', () => {
  const lower = { hel: 50, nyc: 100 }
  expect(said(first, { uptimePct: lower, told: { hel: 2, nyc: 1 } })).toEqual([])
  expect(said(first, { uptimePct: lower, told: { hel: 1, nyc: 2 }, points: [{ t: 1, up: 0.5 }] })).toEqual([])
})

test('what is not a number for each vantage is open', () => {
  expect(said({ ...first, uptimePct: { all: 100 } }, { ...first, uptimePct: { all: 50 } })).toEqual([])
  expect(said({ ...first, uptimePct: { hel: '100 %' } }, { ...first, uptimePct: { hel: '50 %' } })).toEqual([])
})
