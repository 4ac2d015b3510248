import type { Reader } from '../../../../world/reader.ts'
import type { Writer } from '../../../../world/writer.ts'
import { nextState, standingAt } from '../../queries/condition.ts'
import type { Standing, UptimeMonitorRow } from '../../state/index.ts'
import { snippetsCut } from '../../statements/index.ts'
import { moveState } from './move-state.ts'

export interface ProbeResult {
  readonly vantage: string
  readonly atMs: number
  readonly outcome: 'ok' | 'fail' | 'error'
  readonly latencyMs: number
  readonly errorKind?: string | undefined
  readonly errorDetail?: string | undefined
  readonly responseSnippet?: string | undefined
}

/** A probe has come back: it is recorded, weighed, and may change the state of its monitor. */
export function recordProbe(
  context: Reader & Writer,
  monitor: UptimeMonitorRow,
  result: ProbeResult,
): UptimeMonitorRow {
  const { vantage, atMs, outcome, latencyMs } = result
  const seq = context.serial()
  const ok = outcome === 'ok'
  context.put('UptimeProbe', {
    id: String(seq),
    org: monitor.org,
    seq,
    monitorId: monitor.id,
    vantage,
    atMs,
    ok,
    latencyMs,
  })
  const standing = weighed(context, standingAt(monitor, vantage), result)
  const weighedMonitor = { ...monitor, standing: { ...monitor.standing, [vantage]: standing } }
  if (outcome !== 'ok') recordFailure(context, weighedMonitor, { ...result, outcome })
  return moveState(context, weighedMonitor, nextState(context, weighedMonitor), atMs)
}

function weighed(context: Reader, before: Standing, { outcome, latencyMs }: ProbeResult): Standing {
  if (outcome === 'ok') return { failures: 0, successes: before.successes + 1, latencyMs }
  if (outcome === 'error' && context.gap('uptime.error-counts-as-failure') === 'ignore') return before
  return { failures: before.failures + 1, successes: 0, latencyMs }
}

function recordFailure(
  context: Reader & Writer,
  monitor: UptimeMonitorRow,
  result: ProbeResult & { readonly outcome: 'fail' | 'error' },
): void {
  const { vantage, atMs, outcome } = result
  const seq = context.serial()
  const inARow = context.gap('uptime.attempt-meaning') === 'in-a-row'
  context.put('UptimeFailure', {
    id: String(seq),
    org: monitor.org,
    seq,
    monitorId: monitor.id,
    atMs,
    at: context.fresh.time(atMs),
    vantage,
    attempt: inARow ? Math.max(1, standingAt(monitor, vantage).failures) : 1,
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
