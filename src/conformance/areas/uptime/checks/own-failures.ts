import { isObject } from '../../../../contract/json.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * The failures of a monitor are its own (Endpoints, Uptime, row 13). A target may probe by itself, so which there are is
 * open; but one with words that were only said of another monitor's is that other one's.
 */
export const ownFailures = plainCheck('history', ({ operation, request, received, shadow }): readonly Found[] => {
  if (operation.id !== 'listMonitorFailures' || received.status >= 300 || !isObject(received.json)) return []
  const told = rowsOf(shadow.world, 'UptimeFailure').filter(({ errorDetail }) => errorDetail.includes(shadow.salt))
  const own = new Set(told.flatMap((row) => (row.monitorId === request.parameters.id ? [row.errorDetail] : [])))
  const others = new Set(told.map(({ errorDetail }) => errorDetail).filter((detail) => !own.has(detail)))
  const wrong = itemsOf(received.json.failures).find(({ errorDetail }) => others.has(String(errorDetail)))
  if (!wrong) return []
  const held = { entity: 'UptimeFailure', id: String(wrong.errorDetail), why: 'not-in-this-list' } as const
  return [{ code: 'holds', path: 'failures', ...held, expected: undefined, actual: wrong, rules: ['UPT-07'] }]
})
