import { describe, expect, test } from 'vitest'
import { makeUptime } from './world.ts'

interface Point {
  readonly t: number
  readonly latencyMs: number
}

const DAY = 86_400
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** A monitor that was probed for so long without a word from outside. */
function probedFor(seconds: number, change: object = {}) {
  const world = makeUptime()
  const { id } = world.owner.monitor(change).body
  world.advance(seconds)
  const latencies = (window: string, place = 0) =>
    (world.owner.metrics(id, window).body.series[place]?.points ?? []).map(({ latencyMs }: Point) => latencyMs)
  return { ...world, id, latencies }
}

describe('latencies that nobody gave', () => {
  test('differ from probe to probe, from vantage to vantage and from monitor to monitor, and are the same when asked again', () => {
    const { owner, latencies, advance } = probedFor(3600)
    expect(new Set(latencies('1h', 0)).size).toBeGreaterThan(15)
    expect(Math.abs(mean(latencies('1h', 0)) - mean(latencies('1h', 1)))).toBeGreaterThan(3)
    expect(latencies('1h')).toEqual(latencies('1h'))
    const other = owner.monitor().body.id
    advance(3600)
    const theirs = owner.metrics(other, '1h').body.series[0].points.map(({ latencyMs }: Point) => latencyMs)
    expect(Math.abs(mean(theirs) - mean(latencies('1h', 0)))).toBeGreaterThan(3)
  })

  test('are higher at the busiest hour than half a day away', () => {
    const { owner, id } = probedFor(2 * DAY)
    const points: Point[] = owner.metrics(id, '24h').body.series[0].points
    const around = (hour: number) =>
      mean(points.filter(({ t }) => Math.abs(((t / 3600) % 24) - hour) < 2).map(({ latencyMs }) => latencyMs))
    expect(around(19)).toBeGreaterThan(1.2 * around(7))
  })

  test('are higher after a failure, for a while; what was shown before stays', () => {
    const { owner, id, probe, advance, latencies } = probedFor(3600, { vantages: ['fra'] })
    const before = owner.metrics(id, '24h').body.series[0].points.slice(0, -1)
    const usual = mean(latencies('1h'))
    probe(id, 'fail')
    advance(60)
    probe(id, 'ok')
    advance(240)
    expect(mean(latencies('1h').slice(-4))).toBeGreaterThan(1.5 * usual)
    expect(owner.metrics(id, '24h').body.series[0].points.slice(0, before.length)).toEqual(before)
    advance(3 * 3600)
    expect(mean(latencies('1h'))).toBeLessThan(1.3 * usual)
  })

  test('are also those of probes that were told without one, and of scrapes', () => {
    const { call, owner, id, probe, advance } = probedFor(60, { vantages: ['fra'] })
    const { token } = owner.token('grafana').body
    const scraped = () => /latency_ms\{.*\} (\S+)/.exec(String(call('scrapeMetrics', token).body))?.[1]
    const shown = () => String(owner.metrics(id, '1h').body.series[0].points.at(-1)?.latencyMs)
    const seen = new Set([scraped()])
    for (let minute = 0; minute < 5; minute++) {
      advance(60)
      seen.add(scraped())
      expect(scraped()).toBe(shown())
    }
    expect(seen.size).toBeGreaterThan(3)
    probe(id, 'ok')
    expect(Number(scraped())).toBeGreaterThan(0)
    probe(id, 'ok', { latencyMs: 17 })
    expect(scraped()).toBe('17')
  })

  test('never exceed the timeout; how much they vary is open', () => {
    const { latencies, setGap } = probedFor(3600, { timeoutMs: 40 })
    expect(Math.max(...latencies('1h'))).toBeLessThanOrEqual(40)
    const even = { monitor: 0, vantage: 0, day: 0, busiestHour: 0, noise: 0, afterFailure: 0, recoveryMinutes: 1 }
    setGap('uptime.latency-variation', even)
    setGap('uptime.usual-latency-ms', 30)
    expect(new Set(latencies('1h'))).toEqual(new Set([30]))
  })
})
