import { memo } from '../../../../contract/memo.ts'
import { chance } from '../../../values/chance.ts'
import type { Reader } from '../../../world/reader.ts'
import type { UptimeMonitorRow, UptimeProbeRow } from '../state/index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Outliers beyond this many times the mean of the noise are cut off. */
const FARTHEST = 6

type Measured = (vantage: string, atMs: number) => number

/**
 * The latencies of a monitor's probes for which none is given. They follow from the monitor, the vantage and the time alone,
 * and from failures that came before, so what was once shown stays as it was.
 */
export function usualLatency(reader: Reader, monitor: UptimeMonitorRow, told: Iterable<UptimeProbeRow>): Measured {
  const meanMs = reader.gap('uptime.usual-latency-ms')
  const spread = reader.gap('uptime.latency-variation')
  const failedMs = Iterator.from(told)
    .filter(({ ok }) => !ok)
    .map(({ atMs }) => atMs)
    .toArray()
    .toSorted((one, other) => one - other)
  const ownMs = meanMs * around(spread.monitor, chance(monitor.id))
  const far = memo((vantage: string) => around(spread.vantage, chance(monitor.id, vantage)))
  return (vantage, atMs) => {
    const share =
      far(vantage) *
      (1 + spread.day * Math.cos(((atMs / HOUR_MS - spread.busiestHour) * Math.PI) / 12)) *
      noisy(spread.noise, chance(monitor.id, vantage, atMs)) *
      (1 + spread.afterFailure * strain(atMs - lastBefore(failedMs, atMs), spread.recoveryMinutes))
    return Math.min(Math.round(ownMs * share), monitor.timeoutMs)
  }
}

const around = (spread: number, drawn: number): number => 1 + spread * (2 * drawn - 1)

/** Most are close together, and a few take much longer. */
const noisy = (noise: number, drawn: number): number => 1 - noise + noise * Math.min(FARTHEST, -Math.log(1 - drawn))

/** The share of the strain that is left so long after a failure. */
const strain = (sinceMs: number, halfMinutes: number): number => 2 ** (-sinceMs / (halfMinutes * MINUTE_MS))

/** The last of some ascending instants that is not after another; long ago if there is none. */
function lastBefore(ascending: readonly number[], atMs: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return ascending[low - 1] ?? Number.NEGATIVE_INFINITY
}
