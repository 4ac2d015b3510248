import type { Reader } from '../../../../world/reader.ts'
import { standingAt } from '../../queries/condition.ts'
import { usualLatency } from '../../queries/usual-latency.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { unpromptedSamples } from '../probing/unprompted-samples.ts'

/** The latency of the last probe from a vantage, reported or not. */
export function lastLatency(reader: Reader, monitor: UptimeMonitorRow, vantage: string): number {
  const told = [...reader.newest('UptimeProbe', 'parent', monitor.org, monitor.id)]
  const { latencyMs, atMs: reportedMs = 0 } = standingAt(monitor, vantage)
  const own = told.filter((probe) => probe.vantage === vantage)
  const [latest] = unpromptedSamples(reader, monitor, own, { vantage, fromMs: reportedMs })
  const usual = usualLatency(reader, monitor, told)
  if (latest?.ok && latest.atMs > reportedMs) return usual(vantage, latest.atMs)
  return latencyMs ?? usual(vantage, reportedMs)
}
