import { isObject } from '../../../../contract/json.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { machine } from '../../../checks/machine.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { thingKey } from '../../../shadow/shadow.ts'
import { MINUTE_MS, WINDOWS_MS } from './metrics-window.ts'
import { mayBeBeginning, probesIn } from './series.ts'

type Item = Readonly<Record<string, unknown>>
/** A result takes a while to get into the metrics. */
const MARGIN_MS = 2 * MINUTE_MS

/**
 * A monitor's history. The times of changes and the meaning of a point are open; that a change once seen is listed, and
 * that every vantage with data has its series, is not (Endpoints, Uptime, rows 12 and 14).
 */
export const monitorHistory = plainCheck('history', (answered) => {
  const { json, status } = answered.received
  if (status >= 300 || !isObject(json)) return []
  if (answered.operation.id === 'listMonitorTransitions') return [...unmoved(json), ...unlisted(answered, json)]
  return answered.operation.id === 'getMonitorMetrics' ? withoutSeries(answered, json) : []
})

/** Endpoints, Uptime, row 14: a transition leads from one state to another. */
function unmoved({ transitions }: Item): Found[] {
  const still = itemsOf(transitions).find(({ from, to }) => from !== undefined && from === to)
  if (!still) return []
  const { from: actual, to } = still
  return [{ code: 'value', path: 'transitions.from', expected: `another state than ${to}`, actual, rules: ['UPT-07'] }]
}

const MOST_TRANSITIONS = 50

/**
 * Events, point 5: a change between up and down that was seen from outside is among the transitions, unless newer ones fill
 * the list. What has to begin anew, because it was changed or switched off, has not moved by its down condition.
 */
function unlisted({ request, shadow, org }: Answered, { transitions }: Item): Found[] {
  const { id = '' } = request.parameters
  const move = memoryOf(shadow, machine).moves.get(thingKey('UptimeMonitor', org, id))
  if (!move || [move.from, move.to].includes('pending')) return []
  if (!Array.isArray(transitions) || transitions.length >= MOST_TRANSITIONS) return []
  if (itemsOf(transitions).some(({ to }) => to === move.to)) return []
  const monitor = { entity: 'UptimeMonitor', id, ...move }
  return [{ code: 'unlisted-transition', ...monitor, listed: transitions.length, rules: ['UPT-07'] }]
}

/** What happens to the series of a removed vantage is open. */
function withoutSeries(answered: Answered, { series, window }: Item): Found[] {
  const { nowMs } = answered.shadow.world
  const probed = probesIn(answered, WINDOWS_MS[String(window)] ?? 0).filter(
    (probe) => nowMs - probe.atMs > MARGIN_MS && !mayBeBeginning(answered, probe),
  )
  const shown = new Set(itemsOf(series).map(({ vantage }) => String(vantage)))
  const missing = probed.find(({ vantage }) => !shown.has(vantage))
  return missing ? [{ code: 'no-series', vantage: missing.vantage, shown: [...shown], rules: ['UPT-06'] }] : []
}
