import type { components } from '../../../../../contract/generated/api.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { usualLatency } from '../../queries/usual-latency.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { metricsAgree, metricsPerVantage, metricsWindow } from '../../statements/index.ts'
import { type Sample, unpromptedSamples } from '../probing/unprompted-samples.ts'
import { type MeasuredSample, pointsOf } from './metrics-points.ts'
import { percentages } from './percentages.ts'

type Context = EffectContext<'getMonitorMetrics'>
type Window = components['schemas']['MetricsView']['window']

const HOUR_MS = 3_600_000
const WINDOWS_MS: Readonly<Record<Window, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS }

export const getMonitorMetrics: Effect<'getMonitorMetrics'> = (context) => {
  const monitor = context.the('UptimeMonitor')
  const window = windowAsked(context)
  const stepSeconds = context.gap('uptime.step-seconds')[window]
  const byVantage = grouped(monitor, samplesSince(context, monitor, context.nowMs - WINDOWS_MS[window]))
  const series = [...byVantage]
    .filter(([, samples]) => samples.length > 0 || context.gap('uptime.series-without-data') === 'empty-points')
    .map(([vantage, samples]) => ({ vantage, points: pointsOf(context, monitor, samples, stepSeconds) }))
  context.cite(metricsPerVantage)
  return {
    window,
    stepSeconds,
    // The description lists no fields for it, as the contract does not; the derived type takes that for none at all.
    uptimePct: percentages(context, monitor, byVantage) as Record<string, never>,
    series,
  }
}

function windowAsked(context: Context): Window {
  const { window } = context.query
  context.cite(metricsWindow)
  const known = window === '1h' || window === '24h' || window === '7d'
  return known ? window : context.gap('uptime.default-window')
}

/** The samples that were reported and those implied between them, with their latencies. */
function samplesSince(context: Context, monitor: UptimeMonitorRow, fromMs: number): MeasuredSample[] {
  const told = [...context.newest('UptimeProbe', 'parent', monitor.org, monitor.id)]
  const toldAt = Map.groupBy(told, ({ vantage }) => vantage)
  const vantages = new Set(monitor.spans.flatMap((span) => span.vantages))
  const untold = [...vantages].flatMap((vantage) => [
    ...unpromptedSamples(context, monitor, toldAt.get(vantage) ?? [], { vantage, fromMs }),
  ])
  const samples: Sample[] = [...told, ...untold]
  context.cite(metricsAgree)
  const usual = usualLatency(context, monitor, told)
  const within = samples.filter(({ atMs }) => atMs > fromMs && atMs <= context.nowMs)
  return within.map((sample) => ({ ...sample, latencyMs: sample.latencyMs ?? usual(sample.vantage, sample.atMs) }))
}

/** By vantage: the monitor's own, then those it had before and that left something behind. */
function grouped({ vantages }: UptimeMonitorRow, samples: readonly MeasuredSample[]): Map<string, MeasuredSample[]> {
  const groups = new Map<string, MeasuredSample[]>(vantages.map((vantage) => [vantage, []]))
  for (const [vantage, own] of Map.groupBy(samples, (sample) => sample.vantage)) groups.set(vantage, own)
  return groups
}
