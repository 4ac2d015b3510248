import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { sameJson } from '../../../compare/compare.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { MINUTE_MS } from './metrics-window.ts'

/** Metrics as they were shown last, and the results from each vantage that had been told of by then. */
interface Shown {
  readonly atMs: number
  readonly view: Item
  readonly probes: ReadonlyMap<string, number>
}

/**
 * The percentage of a vantage is its own (Endpoints, Uptime, row 12). What it counts is open, and so is its scale; but as
 * long as nothing new came from a vantage, which its points show, results from another one do not change it.
 */
export const ownPercentage: Check<ReadonlyMap<string, Shown>> = {
  name: 'series',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, shadow } = answered
    const { id = '' } = request.parameters
    if (CHANGES.has(operation.id) && memory.size > 0) return { found: NOTHING_FOUND, memory: new Map() }
    if (operation.id !== 'getMonitorMetrics' || !isSuccess(answered) || !isObject(received.json))
      return { found: NOTHING_FOUND, memory }
    const key = `${id} ${request.query.window ?? ''}`
    const now = { atMs: shadow.world.nowMs, view: received.json, probes: probesOf(answered, id) }
    const before = memory.get(key)
    return {
      found: before ? touched(answered, before, now) : NOTHING_FOUND,
      memory: new Map([...memory, [key, now]]),
    }
  },
}

const CHANGES: ReadonlySet<string> = new Set(['updateMonitor', 'deleteMonitor'])
/** So soon afterwards time itself has changed nothing that was measured over so many minutes. */
const SOON_MS = 2000
const LONG_AGO_MS = 5 * MINUTE_MS
/** The part by which a percentage changes at least, to be another one. */
const CLEARLY = 0.05

function probesOf({ shadow: { world } }: Answered, id: string): ReadonlyMap<string, number> {
  const own = rowsOf(world, 'UptimeProbe').filter(({ monitorId }) => monitorId === id)
  return new Map([...Map.groupBy(own, ({ vantage }) => vantage)].map(([vantage, probes]) => [vantage, probes.length]))
}

function touched({ request, shadow: { world } }: Answered, before: Shown, now: Shown): Found[] {
  if (now.atMs - before.atMs > SOON_MS) return []
  const { id } = request.parameters
  const isOld = (one: string) =>
    rowsOf(world, 'UptimeProbe').some(
      ({ monitorId, vantage, atMs }) => monitorId === id && vantage === one && now.atMs - atMs >= LONG_AGO_MS,
    )
  const pointsOf = ({ view }: Shown, one: string) => itemsOf(view.series).find(({ vantage }) => vantage === one)?.points
  for (const [vantage, count] of before.probes) {
    const [was, is] = [before, now].map(({ view }) => (isObject(view.uptimePct) ? view.uptimePct[vantage] : undefined))
    const isUntouched = now.probes.get(vantage) === count && sameJson(pointsOf(before, vantage), pointsOf(now, vantage))
    if (typeof was !== 'number' || typeof is !== 'number' || !isUntouched || !isOld(vantage)) continue
    if (Math.abs(was - is) > CLEARLY * Math.max(was, is))
      return [{ code: 'value', path: `uptimePct.${vantage}`, expected: was, actual: is, rules: ['UPT-06'] }]
  }
  return []
}
