import { refuse } from './errors.mjs'
import { findHistory } from './monitors.mjs'
import { when } from './values.mjs'

const TRANSITION_CAP = 50
const WINDOWS = new Map([
  ['1h', 3600],
  ['24h', 86400],
  ['7d', 604800],
])

/** The history of a monitor: metrics, failures, transitions. */
export const historyHandlers = {
  monitorMetrics(ctx) {
    const { choice, check, org, now } = ctx
    const monitor = findHistory(ctx)
    let window = check.oneOf(ctx.query.get('window') ?? choice.defaultWindow, 'window', [...WINDOWS.keys()])
    if (ctx.fault('window-ignored')) window = '24h'
    const down = org.metricsDown || monitor.metricsDown
    if (down && !ctx.fault('metrics-outage-hidden')) refuse(503, 'metrics are unavailable for a while')
    const step = choice.windowSteps[window]
    const from = now - WINDOWS.get(window) * 1000
    const samples = down ? [] : monitor.samples.filter(({ at }) => at >= from)
    const series = monitor.vantages.map((vantage) => ({
      vantage,
      points: points(
        choice,
        samples.filter((sample) => sample.vantage === vantage),
        step,
      ),
    }))
    return { window, stepSeconds: step, uptimePct: percentages(choice, monitor.vantages, samples), series }
  },

  monitorFailures(ctx) {
    const { choice, now } = ctx
    const { max, hours } = choice.failureList
    const recent = findHistory(ctx).failures.filter(({ at }) => at >= now - hours * 3600000)
    const newest = recent.reverse().slice(0, max)
    if (ctx.fault('failures-oldest-first')) newest.reverse()
    return { failures: newest.map((failure) => ({ ...failure, at: when(choice, failure.at) })) }
  },

  monitorTransitions(ctx) {
    const newest = [...findHistory(ctx).transitions].reverse()
    const listed = ctx.fault('transition-cap-missing') ? newest : newest.slice(0, TRANSITION_CAP)
    if (ctx.fault('transitions-oldest-first')) listed.reverse()
    return { transitions: listed.map((transition) => ({ ...transition, at: when(ctx.choice, transition.at) })) }
  },
}

/** Samples of one vantage, averaged per step. */
function points(choice, samples, step) {
  /** @type {Map<number, any[]>} */
  const buckets = new Map()
  for (const sample of samples) {
    const t = Math.floor(sample.at / (step * 1000)) * step * 1000
    if (!buckets.has(t)) buckets.set(t, [])
    buckets.get(t).push(sample)
  }
  const mean = (list, value) => list.reduce((sum, item) => sum + value(item), 0) / list.length
  return [...buckets].map(([t, list]) => ({
    t: t / choice.pointUnitMs,
    latencyMs: mean(list, ({ latencyMs }) => latencyMs),
    up: mean(list, ({ ok }) => (ok ? 1 : 0)),
  }))
}

/** The uptime percentage of each vantage. */
function percentages(choice, vantages, samples) {
  const entries = []
  for (const vantage of vantages) {
    const own = samples.filter((sample) => sample.vantage === vantage)
    const pct = own.length === 0 ? undefined : (100 * own.filter(({ ok }) => ok).length) / own.length
    if (choice.uptimePct === 'object') entries.push([vantage, { percent: pct, of: own.length }])
    else if (pct !== undefined) entries.push([vantage, pct])
  }
  return Object.fromEntries(entries)
}
