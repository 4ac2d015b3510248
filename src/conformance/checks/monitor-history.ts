import { isObject } from '../../contract/json.ts'
import type { ModelRequest } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'

type Item = Readonly<Record<string, unknown>>
const MINUTE_MS = 60_000
/** The shortest window there is, with a margin on either side. */
const SURELY_IN_WINDOW = { fromMs: 55 * MINUTE_MS, toMs: 2 * MINUTE_MS }

/**
 * What a monitor went through, as its history tells it. When a state changes and what a point is are open; that a change
 * which was seen is listed, and that every vantage with data has its series, is not (Endpoints, Uptime, rows 12 and 14).
 */
export function checkMonitorHistory(request: ModelRequest, received: Received, shadow: Shadow, org: string): Finding[] {
  const { json, status } = received
  if (status >= 300 || !isObject(json)) return []
  if (request.operation.id === 'listMonitorTransitions') return unrecorded(request, json, shadow, org)
  return request.operation.id === 'getMonitorMetrics' ? withoutSeries(request, json, shadow) : []
}

/** Events, point 5: a change of state that was seen from outside is among the transitions, unless newer ones fill the list. */
function unrecorded({ parameters }: ModelRequest, { transitions }: Item, shadow: Shadow, org: string): Finding[] {
  const move = shadow.moves.get(thingKey('UptimeMonitor', org, parameters.id ?? ''))
  if (!move || move.from === 'pending' || !Array.isArray(transitions) || transitions.length >= MOST) return []
  if (transitions.some((item) => isObject(item) && item.to === move.to)) return []
  return [
    {
      severity: 'failure',
      check: 'history',
      operation: 'listMonitorTransitions',
      rules: ['UPT-07'],
      subject: 'transitions recorded',
      message: `the monitor went from ${move.from} to ${move.to}, and no transition tells it`,
      expected: `a transition to ${move.to}`,
      actual: `${transitions.length} transitions`,
    },
  ]
}
const MOST = 50

function withoutSeries({ parameters }: ModelRequest, { series }: Item, shadow: Shadow): Finding[] {
  const { nowMs } = shadow.world
  const probes = rowsOf(shadow.world, 'UptimeProbe') as unknown as readonly Item[]
  const probed = probes.filter(
    ({ monitorId, atMs }) =>
      monitorId === parameters.id &&
      nowMs - Number(atMs) < SURELY_IN_WINDOW.fromMs &&
      nowMs - Number(atMs) > SURELY_IN_WINDOW.toMs,
  )
  const shown = new Set((Array.isArray(series) ? series.filter(isObject) : []).map(({ vantage }) => vantage))
  const missing = probed.find(({ vantage }) => !shown.has(vantage))
  if (!missing) return []
  return [
    {
      severity: 'failure',
      check: 'history',
      operation: 'getMonitorMetrics',
      rules: ['UPT-06'],
      subject: 'series by vantage',
      message: `${String(missing.vantage)} has sent results, and there is no series of it`,
      expected: 'a series for each vantage with data',
      actual: [...shown].map(String).join(', ') || 'none',
    },
  ]
}
