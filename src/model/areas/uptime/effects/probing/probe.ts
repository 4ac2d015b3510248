import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { nextState, standingAt } from '../../queries/condition.ts'
import type { Standing, UptimeMonitorRow } from '../../state/index.ts'
import { snippetsCut } from '../../statements/index.ts'
import { moveState } from './move-state.ts'
import { standingAfter, standingAsOf } from './standing.ts'

export interface ProbeResult {
  readonly atMs: number
  readonly outcome: 'ok' | 'fail' | 'error'
  /** Undefined: as usual. */
  readonly latencyMs: number | undefined
  readonly errorKind?: string | undefined
  readonly errorDetail?: string | undefined
  readonly responseSnippet?: string | undefined
}

/** Probes of one instant have come back: they are recorded, weighed together, and may change the monitor's state. */
export function recordProbes(
  context: Transaction,
  before: UptimeMonitorRow,
  vantages: readonly string[],
  result: ProbeResult,
): UptimeMonitorRow {
  const monitor = vantages.reduce((sofar, vantage) => recorded(context, sofar, vantage, result), before)
  return moveState(context, monitor, nextState(context, monitor), result.atMs)
}

function recorded(
  context: Transaction,
  monitor: UptimeMonitorRow,
  vantage: string,
  result: ProbeResult,
): UptimeMonitorRow {
  const { org, id: monitorId } = monitor
  const { atMs, outcome, latencyMs } = result
  const seq = context.serial()
  context.put('UptimeProbe', { id: String(seq), org, seq, monitorId, vantage, atMs, ok: outcome === 'ok', latencyMs })
  const standing = { ...monitor.standing, [vantage]: weighed(context, monitor, vantage, result) }
  const weighedMonitor = { ...monitor, standing }
  if (outcome !== 'ok') recordFailure(context, weighedMonitor, vantage, { ...result, outcome })
  return weighedMonitor
}

function weighed(context: Reader, monitor: UptimeMonitorRow, vantage: string, result: ProbeResult): Standing {
  const before = standingAt(monitor, vantage)
  const { outcome, latencyMs, atMs } = result
  if (outcome === 'error' && context.gap('uptime.error-counts-as-failure') === 'ignore') return before
  if (isLate(before, result)) return standingAsOf(context, monitor, vantage, before.atMs)
  return standingAfter(context, monitor, before, { ok: outcome === 'ok', latencyMs, atMs })
}

/** True if a later probe is known already: this one comes before it and does not change the present state. */
const isLate = (known: Standing, { atMs }: ProbeResult): known is Standing & { readonly atMs: number } =>
  known.atMs !== undefined && atMs < known.atMs

function recordFailure(
  context: Transaction,
  monitor: UptimeMonitorRow,
  vantage: string,
  result: ProbeResult & { readonly outcome: 'fail' | 'error' },
): void {
  const { atMs, outcome } = result
  const seq = context.serial()
  const inARow = context.gap('uptime.attempt-meaning') === 'in-a-row'
  const known = standingAt(monitor, vantage)
  const { failures } = isLate(known, result) ? standingAsOf(context, monitor, vantage, atMs) : known
  context.put('UptimeFailure', {
    id: String(seq),
    org: monitor.org,
    seq,
    monitorId: monitor.id,
    atMs,
    at: context.fresh.time(atMs),
    vantage,
    attempt: inARow ? Math.max(1, failures) : 1,
    outcome,
    errorKind: result.errorKind ?? context.gap('uptime.error-kinds')[outcome],
    errorDetail: result.errorDetail ?? context.fill('uptime.empty-failure-text'),
    responseSnippet: cut(context, result.responseSnippet) ?? context.fill('uptime.empty-failure-text'),
  })
}

function cut(context: Reader, snippet: string | undefined): string | undefined {
  context.cite(snippetsCut)
  return snippet?.slice(0, context.gap('uptime.snippet-length'))
}
