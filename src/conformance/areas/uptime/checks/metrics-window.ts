import { isObject } from '../../../../contract/json.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'

export const MINUTE_MS = 60_000
export const WINDOWS_MS: Readonly<Record<string, number>> = {
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
  '7d': 7 * 24 * 60 * MINUTE_MS,
}
/** The start of the first bucket is open: up to one more bucket before the window. */
const MARGIN_MS = 10 * MINUTE_MS

/** Metrics are of the window that was asked for (Endpoints, Uptime, row 12). What number a time is, is open in part. */
export const metricsWindow: Check<undefined> = {
  name: 'window',
  provenance: 'stated',
  start: undefined,
  look: (answered) => ({ found: outsideWindow(answered), memory: undefined }),
}

function outsideWindow({ operation, request, received, shadow }: Answered): Found[] {
  const { json, status } = received
  const { window = '' } = request.query
  const spanMs = WINDOWS_MS[window]
  if (operation.id !== 'getMonitorMetrics' || status >= 300 || !isObject(json) || !spanMs || !shadow.clockShown)
    return []
  const stepMs = typeof json.stepSeconds === 'number' ? json.stepSeconds * 1000 : 0
  const fromMs = shadow.world.nowMs - spanMs - Math.max(MARGIN_MS, 2 * stepMs)
  for (const { vantage, points } of itemsOf(json.series))
    for (const { t } of itemsOf(points)) {
      const atMs = momentOfNumber(t)
      if (atMs === undefined || atMs >= fromMs) continue
      const actual = new Date(atMs).toISOString()
      return [{ code: 'outside-window', window, vantage: String(vantage), actual, rules: ['UPT-06'] }]
    }
  return []
}

/** Seconds or milliseconds since 1970, by their size; another number is no time that can be read. */
export function momentOfNumber(t: unknown): number | undefined {
  if (typeof t !== 'number' || t < YEAR_2001_SECONDS) return undefined
  return t < YEAR_2001_SECONDS * 1000 ? t * 1000 : t
}
const YEAR_2001_SECONDS = 1_000_000_000
