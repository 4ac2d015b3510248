import { isObject } from '../../../../contract/json.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const MINUTE_MS = 60_000
/** The time that certainly counts as recent; how far back recent goes is open. */
const SURELY_RECENT_MS = 30 * MINUTE_MS
/** With so many others there may be no room for it. */
const MANY = 10

/** The last failure that we caused is among the recent ones, as long as it is recent (Endpoints, Uptime, row 13). */
export const recentFailures: Check<undefined> = {
  name: 'history',
  provenance: 'implied',
  start: undefined,
  look: (answered) => ({ found: unlisted(answered), memory: undefined }),
}

function unlisted({ operation, request, received: { json, status }, shadow: { world } }: Answered): Found[] {
  if (operation.id !== 'listMonitorFailures' || status >= 300 || !isObject(json)) return []
  const caused = rowsOf(world, 'UptimeFailure').filter(({ monitorId }) => monitorId === request.parameters.id)
  const last = caused.toSorted((a, b) => b.atMs - a.atMs || b.seq - a.seq)[0]
  const listed = itemsOf(json.failures)
  if (!last || world.nowMs - last.atMs > SURELY_RECENT_MS || listed.length >= MANY) return []
  const { vantage, outcome } = last
  if (listed.some((item) => item.vantage === vantage && item.outcome === outcome)) return []
  const expected = { vantage, outcome }
  return [
    {
      code: 'lacks',
      path: 'failures',
      entity: 'UptimeFailure',
      id: undefined,
      expected,
      actual: undefined,
      rules: ['UPT-07'],
    },
  ]
}
