import { expect, test } from 'vitest'
import { series } from '../../../../../src/conformance/areas/uptime/checks/series.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const HOUR_MS = 3_600_000
const AT = '2026-03-01T10:00:00Z'

interface Probed {
  readonly vantage: string
  readonly ok: boolean
  readonly hoursAgo: number
  readonly latencyMs?: number
}

type Points = Readonly<Record<string, readonly object[]>>

/** What is said of the metrics of a monitor that was probed so. */
function said(window: string, probed: readonly Probed[], points: Points, intervalSeconds = 60): unknown[] {
  const shadow = { ...blankShadow(AT), clockShown: true }
  const { nowMs } = shadow.world
  const monitor = { id: 'm1', org: 'acme', seq: 0, vantages: Object.keys(points), intervalSeconds }
  const rows = probed.map(({ hoursAgo, latencyMs = 80, ...one }, seq) => ({
    ...{ id: `p${seq}`, org: 'acme', seq, monitorId: 'm1', latencyMs, ...one },
    atMs: nowMs - hoursAgo * HOUR_MS,
  }))
  const changes = [
    { kind: 'put', table: 'UptimeMonitor', row: monitor },
    ...rows.map((row) => ({ kind: 'put', table: 'UptimeProbe', row })),
  ] as unknown as Change[]
  const shown = Object.entries(points).map(([vantage, own]) => ({ vantage, points: own }))
  const request = answered({
    operation: 'getMonitorMetrics',
    parameters: { id: 'm1' },
    query: { window },
    body: { window, stepSeconds: 60, uptimePct: {}, series: shown },
    shadow: { ...shadow, world: apply(shadow.world, changes) },
  })
  return series.look(request, series.start).found.map((one) => 'path' in one && one.path)
}

const pointAgo = (hours: number) => ({ t: Date.parse(AT) - hours * HOUR_MS, latencyMs: 80, up: 1 })

test('a success from the early part of the window has a point; a failure need not have one', () => {
  const first = { vantage: 'iad', ok: true, hoursAgo: 23 }
  const late = { vantage: 'fra', ok: true, hoursAgo: 1 }
  const points = { fra: [pointAgo(1)], iad: [pointAgo(23)] }
  expect(said('24h', [first, { vantage: 'fra', ok: true, hoursAgo: 20 }, late], points)).toEqual(['series.points.t'])
  expect(said('24h', [first, { vantage: 'fra', ok: false, hoursAgo: 20 }, late], points)).toEqual([])
  // Nobody knows when a target begins to probe from everywhere.
  expect(said('24h', [first, { vantage: 'fra', ok: true, hoursAgo: 22 }, late], points, 3600)).toEqual([])
})

test('a vantage that is quick is not slow because another one is', () => {
  const probed = [
    { vantage: 'fra', ok: true, hoursAgo: 0.2, latencyMs: 10 },
    { vantage: 'iad', ok: true, hoursAgo: 0.1, latencyMs: 4000 },
  ]
  const points = (latencyMs: number) => ({
    fra: [{ ...pointAgo(0.2), latencyMs }],
    iad: [{ ...pointAgo(0.1), latencyMs: 4000 }],
  })
  expect(said('1h', probed, points(2005))).toEqual(['series.points.latencyMs'])
  expect(said('1h', probed, points(10))).toEqual([])
})
