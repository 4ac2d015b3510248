import type { components } from '../../../../../contract/generated/api.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import type { Sample } from '../probing/unprompted-samples.ts'
import { rounded } from './rounded.ts'

/** A sample whose latency is known, or worked out. */
export interface MeasuredSample extends Sample {
  readonly latencyMs: number
}

type Point = components['schemas']['MetricsView']['series'][number]['points'][number]

/** A series: one point for each step in which something was probed. */
export function pointsOf(
  reader: Reader,
  monitor: UptimeMonitorRow,
  samples: readonly MeasuredSample[],
  stepSeconds: number,
): Point[] {
  const step = stepSeconds * 1000
  const steps = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / step) * step)
  const points = [...steps]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([startMs, inStep]) => pointOf(reader, monitor, startMs, inStep))
  return reader.gap('uptime.points-order') === 'oldest-first' ? points : points.reverse()
}

function pointOf(
  reader: Reader,
  monitor: UptimeMonitorRow,
  startMs: number,
  samples: readonly MeasuredSample[],
): Point[] {
  const good = samples.filter(({ ok }) => ok)
  const latencyMs = good.length > 0 ? aggregate(reader, good) : failedLatency(reader, monitor)
  if (latencyMs === undefined) return []
  const share = good.length / samples.length
  const t = reader.gap('uptime.t-unit') === 'unix-seconds' ? startMs / 1000 : startMs
  return [{ t, latencyMs, up: reader.gap('uptime.up-values') === 'share' ? rounded(share) : Math.floor(share) }]
}

function failedLatency(reader: Reader, { timeoutMs }: UptimeMonitorRow): number | undefined {
  const choice = reader.gap('uptime.latency-of-failed-probe')
  if (choice === 'no-point') return undefined
  return choice === 'timeout' ? timeoutMs : 0
}

function aggregate(reader: Reader, samples: readonly MeasuredSample[]): number {
  const sorted = samples.map(({ latencyMs }) => latencyMs).toSorted((one, other) => one - other)
  switch (reader.gap('uptime.latency-aggregate')) {
    case 'mean':
      return rounded(sorted.reduce((sum, latency) => sum + latency, 0) / sorted.length)
    case 'median':
      return sorted[Math.floor(sorted.length / 2)] ?? 0
    case 'maximum':
      return sorted.at(-1) ?? 0
  }
}
