import { isObject } from '../../../contract/json.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/**
 * Each attempt may be recorded as a delivery of its own (Events, point 1), and how many there are by now is open: further ones
 * may be listed of what has not arrived.
 */
export const furtherAttempts: Excuse = ({ operation, org }, { outcome, mismatches, seen }) => {
  if (operation.id !== 'listDeliveries' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const failing = rowsOf(seen.world, 'EmailDelivery').filter((row) => row.org === org && row.state !== 'delivered')
  if (!mismatches.every((one) => isFurther(one, failing))) return undefined
  return {
    shadow: follow(seen, outcome.changes, new Map()),
    inconclusive: `${operation.id}: attempts may be deliveries of their own`,
  }
}

function isFurther(one: Mismatch, failing: readonly Rows['EmailDelivery'][]): boolean {
  // One that is known and not asked for is none.
  if (one.code !== 'holds' || one.why === 'not-in-this-list') return false
  if (one.entity !== 'EmailDelivery' || !isObject(one.actual)) return false
  const { endpointId, messageId, eventType } = one.actual
  return failing.some(
    (row) => row.endpointId === endpointId && row.messageId === messageId && row.eventType === eventType,
  )
}
