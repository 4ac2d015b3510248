import { isObject } from '../../../../contract/json.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const MINUTE_MS = 60_000
/** The time that certainly counts as recent; how far back recent goes is open. */
const SURELY_RECENT_MS = 30 * MINUTE_MS
/** With so many others there may be no room for it. */
const MANY = 3

/** The failures that we caused are among the recent ones, as long as they are recent (Endpoints, Uptime, row 13). */
export const recentFailures: Check<undefined> = {
  name: 'history',
  provenance: 'implied',
  start: undefined,
  look: (answered) => ({ found: unlisted(answered), memory: undefined }),
}

function unlisted({ operation, request, received: { json, status }, shadow: { world } }: Answered): Found[] {
  if (operation.id !== 'listMonitorFailures' || status >= 300 || !isObject(json)) return []
  const listed = itemsOf(json.failures)
  if (listed.length >= MANY) return []
  const recent = rowsOf(world, 'UptimeFailure').filter(
    ({ monitorId, atMs }) => monitorId === request.parameters.id && world.nowMs - atMs <= SURELY_RECENT_MS,
  )
  // Several in a row from one vantage may be one item that counts them.
  const missing = recent.find(
    ({ vantage, outcome }) => !listed.some((item) => item.vantage === vantage && item.outcome === outcome),
  )
  if (!missing) return []
  const { vantage, outcome } = missing
  const lacks = { code: 'lacks', path: 'failures', entity: 'UptimeFailure', id: undefined } as const
  return [{ ...lacks, expected: { vantage, outcome }, actual: undefined, rules: ['UPT-07'] }]
}
