import { isObject } from '../../../../contract/json.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { readMoment } from '../../../compare/read-time.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const MINUTE_MS = 60_000
/** Times further apart than this are not the same moment. */
const APART_MS = 2 * MINUTE_MS
/** The time that certainly counts as recent; how far back recent goes is open. */
const SURELY_RECENT_MS = 30 * MINUTE_MS

/** However many failures there are, the list begins with the newest (Endpoints, Uptime, row 13). */
export const newestFailure = plainCheck('history', (answered) => {
  const { operation, received } = answered
  const isShown = operation.id === 'listMonitorFailures' && received.status < 300 && answered.shadow.clockShown
  return isShown && isObject(received.json) ? withoutNewest(answered, received.json.failures) : []
})

function withoutNewest({ request, shadow: { world } }: Answered, failures: unknown): Found[] {
  const caused = rowsOf(world, 'UptimeFailure').filter(({ monitorId }) => monitorId === request.parameters.id)
  const newestMs = Math.max(...caused.map(({ atMs }) => atMs))
  const listed = itemsOf(failures)
  const moments = listed.map(({ at }) => readMoment(at))
  if (moments.length === 0 || moments.some(Number.isNaN) || world.nowMs - newestMs > SURELY_RECENT_MS) return []
  if (Math.max(...moments) >= newestMs - APART_MS) return []
  const expected = `the failure of ${new Date(newestMs).toISOString()} first`
  return [{ code: 'order', path: 'failures', expected, actual: listed[0], rules: ['UPT-07'] }]
}
