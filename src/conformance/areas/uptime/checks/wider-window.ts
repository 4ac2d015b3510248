import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { MINUTE_MS, WINDOWS_MS } from './metrics-window.ts'
import { oldestIn } from './series.ts'

/** The narrowest window of a monitor that has shown points, and when. */
interface Shown {
  readonly spanMs: number
  readonly vantages: readonly string[]
  readonly atMs: number
}

/**
 * A wider window takes in what a narrower one shows (Endpoints, Uptime, row 12). Its steps may be so long that the last one is
 * not over, so it must have a point only if something in it is old.
 */
export const widerWindow: Check<ReadonlyMap<string, Shown>> = {
  name: 'series',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, shadow } = answered
    const { id = '' } = request.parameters
    const spanMs = WINDOWS_MS[request.query.window ?? '']
    if (operation.id !== 'getMonitorMetrics' || !isSuccess(answered) || !isObject(received.json) || !spanMs)
      return { found: NOTHING_FOUND, memory }
    const atMs = shadow.world.nowMs
    const vantages = shownIn(received.json)
    const before = memory.get(id)
    const lost =
      before && atMs - before.atMs < MINUTE_MS ? lostIn(answered, before, { spanMs, vantages, atMs }) : undefined
    const place = { code: 'value', path: 'series.points', expected: `points from ${lost}`, actual: [] } as const
    return {
      found: lost === undefined ? NOTHING_FOUND : [{ ...place, rules: ['UPT-06'] }],
      memory: vantages.length > 0 ? new Map(memory).set(id, { spanMs, vantages, atMs }) : memory,
    }
  },
}

function lostIn(answered: Answered, narrow: Shown, wide: Shown): string | undefined {
  if (wide.spanMs <= narrow.spanMs) return undefined
  const { vantage, atMs = wide.atMs } = oldestIn(answered) ?? {}
  const { stepSeconds } = Object(answered.received.json)
  // Of the target's own steps, the one with that result and the one after it are over.
  if (typeof stepSeconds !== 'number' || wide.atMs - atMs < 2 * stepSeconds * 1000) return undefined
  return vantage !== undefined && narrow.vantages.includes(vantage) && !wide.vantages.includes(vantage)
    ? vantage
    : undefined
}

/** The vantages from where there are points. */
const shownIn = ({ series }: Item): string[] =>
  itemsOf(series).flatMap(({ vantage, points }) => (itemsOf(points).length > 0 ? [String(vantage)] : []))
