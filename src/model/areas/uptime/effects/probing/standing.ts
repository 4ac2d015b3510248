import type { Reader } from '../../../../world/reader.ts'
import { failuresNeeded, NOTHING_KNOWN } from '../../queries/condition.ts'
import { probesDue } from '../../queries/quiet-stretches.ts'
import type { Standing, UptimeMonitorRow, UptimeProbeRow } from '../../state/index.ts'

type Told = Pick<UptimeProbeRow, 'ok' | 'latencyMs' | 'atMs'>

/** The standing of a target at a vantage after one more probe there. */
export function standingAfter(
  reader: Reader,
  monitor: UptimeMonitorRow,
  before: Standing,
  { ok, latencyMs, atMs }: Told,
): Standing {
  if (ok) return { failures: 0, successes: before.successes + 1, latencyMs, atMs }
  const failures = before.failures + untold(reader, monitor, before, atMs) + 1
  return { failures, successes: 0, latencyMs, atMs }
}

/** The standing at an instant, computed from all probes reported since, in the order in which they ran. */
export function standingAsOf(reader: Reader, monitor: UptimeMonitorRow, vantage: string, untilMs: number): Standing {
  const fromMs = monitor.spans.at(-1)?.fromMs ?? 0
  const ignored = ignoredErrors(reader, monitor, vantage)
  return [...reader.newest('UptimeProbe', 'parent', monitor.org, monitor.id)]
    .filter((probe) => probe.vantage === vantage && probe.atMs >= fromMs && probe.atMs <= untilMs)
    .filter(({ ok, atMs }) => ok || !ignored.has(atMs))
    .toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq)
    .reduce((known, probe) => standingAfter(reader, monitor, known, probe), NOTHING_KNOWN)
}

/** The times of probes that ended in an error, if errors do not count. */
function ignoredErrors(reader: Reader, { org, id }: UptimeMonitorRow, vantage: string): ReadonlySet<number> {
  if (reader.gap('uptime.error-counts-as-failure') === 'count') return new Set()
  const failures = [...reader.newest('UptimeFailure', 'parent', org, id)]
  const errors = failures.filter((failure) => failure.vantage === vantage && failure.outcome === 'error')
  return new Set(errors.map(({ atMs }) => atMs))
}

/** The unreported failures. */
function untold(reader: Reader, monitor: UptimeMonitorRow, { failures, atMs }: Standing, untilMs: number): number {
  const span = monitor.spans.at(-1)
  if (!span || atMs === undefined || failures < failuresNeeded(reader, monitor)) return 0
  if (reader.gap('uptime.unprompted-probe') !== 'continue') return 0
  const [latest] = probesDue(span, { sinceMs: atMs, untilMs }, { fromMs: atMs, toMs: untilMs })
  return latest?.number ?? 0
}
