import { describe, expect, test } from 'vitest'
import { makeUptime } from './world.ts'

const quiet = { 'uptime.unprompted-probe': 'nothing' } as const
const at = (time: string) => Date.parse(`2026-03-05T${time}Z`) / 1000

test('UPT-06: series and percentages per vantage agree with the probes', () => {
  const { owner, probe, advance } = makeUptime({ gaps: quiet })
  const { id } = owner.monitor().body
  probe(id, 'ok', { vantage: 'fra', latencyMs: 80 })
  probe(id, 'ok', { vantage: 'iad', latencyMs: 130 })
  advance(60)
  probe(id, 'ok', { vantage: 'fra', latencyMs: 90 })
  probe(id, 'fail', { vantage: 'iad' })
  expect(owner.metrics(id, '1h').body).toEqual({
    window: '1h',
    stepSeconds: 60,
    uptimePct: { fra: 100, iad: 50 },
    series: [
      {
        vantage: 'fra',
        points: [
          { t: at('09:00:00'), latencyMs: 80, up: 1 },
          { t: at('09:01:00'), latencyMs: 90, up: 1 },
        ],
      },
      {
        vantage: 'iad',
        points: [
          { t: at('09:00:00'), latencyMs: 130, up: 1 },
          { t: at('09:01:00'), latencyMs: 0, up: 0 },
        ],
      },
    ],
  })
})

test('UPT-06: the window is the one asked for; which is the default is open', () => {
  const { owner, probe, advance, setGap } = makeUptime({ gaps: quiet })
  const { id } = owner.monitor().body
  probe(id, 'ok')
  advance(2 * 3600)
  expect(owner.metrics(id, '1h').body).toMatchObject({ window: '1h', series: [{ points: [] }, { points: [] }] })
  expect(owner.metrics(id, '24h').body.series[0].points).toHaveLength(1)
  expect(owner.metrics(id, '7d').body).toMatchObject({ window: '7d', stepSeconds: 3600 })
  expect(owner.metrics(id, '30d').status).toBe(400)
  expect(owner.metrics(id).body.window).toBe('24h')
  setGap('uptime.default-window', '1h')
  expect(owner.metrics(id).body.window).toBe('1h')
})

test('UPT-06: 503 while metrics are unavailable, and the monitor goes on', () => {
  const { owner, probe, happen } = makeUptime()
  const { id } = owner.monitor().body
  const other = owner.monitor().body.id
  happen('metricsAvailability', { monitorId: id, available: false })
  expect(owner.metrics(id)).toMatchObject({ status: 503, body: { error: 'metrics are temporarily unavailable' } })
  expect(owner.metrics(other).status).toBe(200)
  probe(id, 'fail', { times: 2 })
  expect(owner.get(id).body.state).toBe('down')
  expect(owner.failures(id).body.failures).toHaveLength(4)
  happen('metricsAvailability', { available: false })
  expect(owner.metrics(other).status).toBe(503)
  happen('metricsAvailability', { available: true })
  expect(owner.metrics(id).status).toBe(200)
})

test('probes that nobody speaks of succeed, until one is told to fail', () => {
  const { owner, probe, advance } = makeUptime()
  const { id } = owner.monitor({ vantages: ['fra'] }).body
  advance(600)
  expect(owner.metrics(id, '1h').body.series[0].points).toHaveLength(10)
  probe(id, 'fail')
  advance(600)
  const { series, uptimePct } = owner.metrics(id, '1h').body
  expect(series[0].points).toHaveLength(10)
  expect(series[0].points.at(-1)).toMatchObject({ t: at('09:10:00'), up: 0 })
  expect(uptimePct).toEqual({ fra: 90 })
  probe(id, 'ok')
  advance(120)
  expect(owner.metrics(id, '1h').body.series[0].points).toHaveLength(13)
})

describe('a monitor that is down is probed like any other', () => {
  const broken = () => {
    const world = makeUptime()
    const { id } = world.owner.monitor({ vantages: ['fra'] }).body
    world.advance(600)
    world.probe(id, 'fail', { errorKind: 'status', errorDetail: 'got 503', responseSnippet: 'Sorry' })
    world.advance(60)
    world.probe(id, 'fail', { errorKind: 'status', errorDetail: 'got 503', responseSnippet: 'Sorry' })
    world.advance(600)
    return { ...world, id }
  }

  test('its failures show in the metrics at the interval', () => {
    const { owner, id } = broken()
    const { series, uptimePct } = owner.metrics(id, '1h').body
    expect(series[0].points.slice(9).map(({ t, up }: { t: number; up: number }) => [t, up])).toEqual(
      Array.from({ length: 12 }, (_, minute) => [at('09:10:00') + 60 * minute, 0]),
    )
    expect(uptimePct.fra).toBeCloseTo((100 * 9) / 21, 2)
  })

  test('its failures are listed, newest first, each one more in a row', () => {
    const { owner, id } = broken()
    const { failures } = owner.failures(id).body
    expect(failures).toHaveLength(12)
    expect(failures[0]).toEqual({
      at: '2026-03-05T09:21:00Z',
      vantage: 'fra',
      attempt: 12,
      outcome: 'fail',
      errorKind: 'status',
      errorDetail: 'got 503',
      responseSnippet: 'Sorry',
    })
    expect(failures.map(({ attempt }: { attempt: number }) => attempt)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(owner.transitions(id).body.transitions).toHaveLength(2)
  })

  test('one told in between goes on counting; after a success there are no more', () => {
    const { owner, id, probe, advance } = broken()
    probe(id, 'fail', { errorDetail: 'got 502' })
    expect(owner.failures(id).body.failures[0]).toMatchObject({ attempt: 12, errorDetail: 'got 502' })
    advance(60)
    probe(id, 'ok')
    advance(300)
    expect(owner.failures(id).body.failures).toHaveLength(12)
    expect(owner.metrics(id, '1h').body.series[0].points.at(-1)).toMatchObject({ up: 1 })
  })

  test('a vantage that fails for itself goes on failing while the monitor is up', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor({ downCondition: { confirmations: 2, quorum: 2 } }).body
    advance(120)
    probe(id, 'fail', { vantage: 'iad', times: 2 })
    advance(300)
    expect(owner.get(id).body.state).toBe('up')
    expect(owner.failures(id).body.failures).toHaveLength(7)
    expect(owner.metrics(id, '1h').body.uptimePct).toMatchObject({ fra: 100 })
  })

  test('that it goes on is open', () => {
    const { owner, id, setGap } = broken()
    setGap('uptime.unprompted-probe', 'success')
    expect(owner.failures(id).body.failures).toHaveLength(2)
    expect(owner.metrics(id, '1h').body.series[0].points).toHaveLength(11)
  })
})

test('of several probes told at one instant the last one holds', () => {
  const { owner, probe, advance } = makeUptime()
  const { id } = owner.monitor({ vantages: ['fra'] }).body
  probe(id, 'fail')
  probe(id, 'ok')
  advance(600)
  expect(owner.metrics(id, '1h').body.series[0].points.at(-1)).toMatchObject({ t: at('09:10:00'), up: 1 })
})

test('a disabled monitor leaves its past in the metrics', () => {
  const { owner, advance } = makeUptime()
  const { id } = owner.monitor({ vantages: ['fra'] }).body
  advance(300)
  owner.patch(id, { enabled: false })
  advance(300)
  expect(owner.metrics(id, '1h').body.series[0].points).toHaveLength(5)
})

test('how the numbers are put is open', () => {
  const { owner, probe, setGap } = makeUptime({ gaps: quiet })
  const { id } = owner.monitor().body
  probe(id, 'ok', { vantage: 'fra', latencyMs: 10 })
  probe(id, 'ok', { vantage: 'fra', latencyMs: 20 })
  probe(id, 'ok', { vantage: 'fra', latencyMs: 60 })
  probe(id, 'fail', { vantage: 'fra' })
  const point = () => owner.metrics(id, '1h').body.series[0].points[0]
  expect(point()).toEqual({ t: at('09:00:00'), latencyMs: 30, up: 0.75 })
  setGap('uptime.latency-aggregate', 'median')
  setGap('uptime.up-values', 'all-or-nothing')
  setGap('uptime.t-unit', 'unix-milliseconds')
  expect(point()).toEqual({ t: at('09:00:00') * 1000, latencyMs: 20, up: 0 })
  setGap('uptime.latency-aggregate', 'maximum')
  expect(point().latencyMs).toBe(60)
  setGap('uptime.uptime-pct-values', 'fraction')
  setGap('uptime.uptime-pct-keys', 'vantage-label')
  setGap('uptime.uptime-pct-without-data', 'missing-value')
  expect(owner.metrics(id).body.uptimePct).toEqual({ Frankfurt: 0.75, Virginia: null })
  setGap('uptime.uptime-pct-values', 'percentage-text')
  setGap('uptime.uptime-pct-without-data', 'hundred')
  setGap('uptime.series-without-data', 'no-series')
  expect(owner.metrics(id).body.uptimePct).toEqual({ Frankfurt: '75', Virginia: '100' })
  expect(owner.metrics(id).body.series).toHaveLength(1)
})

test('where every probe of a step failed the latency is open', () => {
  const { owner, probe, setGap } = makeUptime({ gaps: quiet })
  const { id } = owner.monitor().body
  probe(id, 'fail', { vantage: 'fra' })
  const points = () => owner.metrics(id).body.series[0].points
  expect(points()[0].latencyMs).toBe(0)
  setGap('uptime.latency-of-failed-probe', 'timeout')
  expect(points()[0].latencyMs).toBe(5000)
  setGap('uptime.latency-of-failed-probe', 'no-point')
  expect(points()).toEqual([])
})
