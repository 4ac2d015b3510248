import { isObject } from '../../../../contract/json.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { sameJson } from '../../../compare/compare.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { MINUTE_MS, momentOfNumber, WINDOWS_MS } from './metrics-window.ts'

type Probe = Rows['UptimeProbe']

/** What the series of a monitor hold: each the results of its own vantage, from the whole window (Endpoints, Uptime, row 12). */
export const series = plainCheck('series', (answered) => {
  const { operation, received } = answered
  if (operation.id !== 'getMonitorMetrics' || received.status >= 300 || !isObject(received.json)) return []
  const view = received.json
  return [...mixed(answered, view), ...slowed(answered, view), ...cutShort(answered, view)]
})

/**
 * The oldest success of the window that was asked for, if it is old enough to be in the metrics of every target. A failure
 * may have no latency, and so no point.
 */
export function oldestIn(answered: Answered): Probe | undefined {
  const { request, shadow } = answered
  const within = probesIn(answered, WINDOWS_MS[request.query.window ?? ''] ?? 0).filter(
    (probe) => probe.ok && !mayBeBeginning(answered, probe),
  )
  const [oldest] = within.toSorted((a, b) => a.atMs - b.atMs)
  return oldest && shadow.clockShown && shadow.world.nowMs - oldest.atMs >= LONG_AGO_MS ? oldest : undefined
}

/**
 * True for the first success from a vantage within an interval of a first report from another: the shadow made it up if nobody
 * has begun to probe by then.
 */
export function mayBeBeginning({ shadow: { world } }: Answered, { monitorId, vantage, atMs }: Probe): boolean {
  const { intervalSeconds = 0 } = rowsOf(world, 'UptimeMonitor').find(({ id }) => id === monitorId) ?? {}
  const before = rowsOf(world, 'UptimeProbe').filter((one) => one.monitorId === monitorId && one.atMs < atMs)
  const firstMs = Math.min(...before.map((one) => one.atMs))
  return !before.some((one) => one.vantage === vantage) && atMs - firstMs <= intervalSeconds * 1000 + MINUTE_MS
}

const pointsOf = ({ series: all }: Item, wanted: string): readonly Item[] =>
  itemsOf(itemsOf(all).find(({ vantage }) => vantage === wanted)?.points)

/**
 * The results that the view must take in, from the vantages that the monitor still has. The first of a monitor may be one
 * that the shadow made up, because nobody knows when a target begins to probe.
 */
export function probesIn({ request, shadow: { world } }: Answered, spanMs: number): readonly Probe[] {
  const { id: asked } = request.parameters
  const { vantages = [] } = rowsOf(world, 'UptimeMonitor').find(({ id }) => id === asked) ?? {}
  const own = rowsOf(world, 'UptimeProbe').filter(({ monitorId }) => monitorId === asked)
  const firstMs = Math.min(...own.map(({ atMs }) => atMs))
  // A target that begins does so from everywhere.
  const isMadeUp = vantages.every((one) => own.some(({ vantage, atMs }) => vantage === one && atMs === firstMs))
  return own.filter(
    ({ vantage, atMs }) =>
      (atMs > firstMs || !isMadeUp) && vantages.includes(vantage) && world.nowMs - atMs < spanMs * SURELY_WITHIN,
  )
}
const SURELY_WITHIN = 0.9

/** A vantage where everything worked and one where nothing did cannot show the same points. What a point means is open. */
function mixed(answered: Answered, view: Item): Found[] {
  const byVantage = Map.groupBy(probesIn(answered, WINDOWS_MS['1h'] ?? 0), ({ vantage }) => vantage)
  const where = (fits: (probes: readonly Probe[]) => boolean) =>
    [...byVantage].flatMap(([vantage, probes]) => (fits(probes) ? [vantage] : []))
  const [working] = where((probes) => probes.every(({ ok }) => ok))
  const [failing] = where((probes) => probes.every(({ ok }) => !ok))
  if (working === undefined || failing === undefined) return []
  const [good, bad] = [pointsOf(view, working), pointsOf(view, failing)]
  // Where nothing is up yet the results may still be under way.
  if (!good.some(({ up }) => Number(up) > 0) || !sameJson(good, bad)) return []
  const expected = `other points from ${failing} than from ${working}`
  return [{ code: 'value', path: 'series.points', expected, actual: bad, rules: ['UPT-06'] }]
}

/**
 * A vantage from where everything was quick shows no point that is slow because another is. Something that the target has
 * found out by itself may be in it too: a failure, whose latency is open, or another quick result.
 */
function slowed(answered: Answered, view: Item): Found[] {
  const byVantage = Map.groupBy(probesIn(answered, WINDOWS_MS['1h'] ?? 0), ({ vantage }) => vantage)
  const isSlow = (latencyMs: unknown) => Number(latencyMs) >= SLOW_FROM_MS
  const isSomewhere = [...byVantage.values()].some((probes) =>
    probes.every(({ ok, latencyMs }) => ok && isSlow(latencyMs)),
  )
  const quick = [...byVantage].find(([, probes]) =>
    probes.every(({ ok, latencyMs }) => ok && latencyMs !== undefined && latencyMs < QUICK_BELOW_MS),
  )
  if (!isSomewhere || !quick) return []
  const points = pointsOf(view, quick[0])
  const isUp = points.every(({ up }) => up === points[0]?.up)
  const slow = isUp ? points.find(({ latencyMs }) => isSlow(latencyMs)) : undefined
  const expected = `less than ${QUICK_BELOW_MS} ms, as every result from ${quick[0]}`
  return slow
    ? [{ code: 'value', path: 'series.points.latencyMs', expected, actual: slow.latencyMs, rules: ['UPT-06'] }]
    : []
}

/** Far from each other, so that no mean with something else can be mistaken. */
const QUICK_BELOW_MS = 100
const SLOW_FROM_MS = 1000

/** A result from the early part of the window has a point. */
function cutShort(answered: Answered, view: Item): Found[] {
  const oldest = oldestIn(answered)
  if (!oldest) return []
  const points = pointsOf(view, oldest.vantage)
  const moments = points.flatMap(({ t }) => momentOfNumber(t) ?? [])
  if (moments.length === 0) return []
  const stepMs = typeof view.stepSeconds === 'number' ? view.stepSeconds * 1000 : 0
  const first = Math.min(...moments)
  // By the target's own clock, which may have been moved by somebody else meanwhile.
  const { window = '' } = answered.request.query
  const own = probesIn(answered, WINDOWS_MS[window] ?? 0).filter(({ vantage }) => vantage === oldest.vantage)
  const newestMs = Math.max(...own.map(({ atMs }) => atMs))
  const aheadMs = Math.max(0, Math.max(...moments) - newestMs)
  if (first <= oldest.atMs + aheadMs + Math.max(A_WHILE_MS, 2 * stepMs)) return []
  const expected = { vantage: oldest.vantage, t: new Date(oldest.atMs).toISOString() }
  const actual = { vantage: oldest.vantage, t: new Date(first).toISOString() }
  return [{ code: 'value', path: 'series.points.t', expected, actual, rules: ['UPT-06'] }]
}

/** Long enough for a result to be in the metrics of every target. */
const LONG_AGO_MS = 30 * MINUTE_MS
const A_WHILE_MS = 15 * MINUTE_MS
