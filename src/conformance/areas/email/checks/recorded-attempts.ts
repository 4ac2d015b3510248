import { instantOf } from '../../../../model/world/fresh.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * An attempt is recorded with what came of it (Events, point 1): one that an endpoint has refused with a status or an error,
 * one of the two at least, and one that it has taken long ago as no longer under way. Only where the driver has said how the
 * endpoint answers is that known. What is told anew may be under way again.
 */
export const recordedAttempts: Check<{ readonly isToldAnew: boolean }> = {
  name: 'progress',
  provenance: 'stated',
  start: { isToldAnew: false },
  look(answered, { isToldAnew: before }) {
    const memory = { isToldAnew: before || answered.operation.id === 'redeliverDelivery' }
    const deliveries = answered.things.filter(({ entity }) => entity === 'EmailDelivery')
    const blank = deliveries.some((one) => isBlank(answered, one))
    const missing = { code: 'missing', path: 'deliveries[EmailDelivery].lastStatus', actual: undefined } as const
    const expected = 'the status of the last attempt, or its error'
    if (blank) return { found: [{ ...missing, expected, rules: ['EML-15'] }], memory }
    const isStuck = !memory.isToldAnew && deliveries.some((one) => isStillUnderWay(answered, one))
    const state = { code: 'value', path: 'deliveries[EmailDelivery].state', actual: 'delivering' } as const
    return { found: isStuck ? [{ ...state, expected: 'delivered', rules: ['EML-15'] }] : NOTHING_FOUND, memory }
  },
}

/** True if the endpoint has taken it half a day ago, at the first attempt. */
function isStillUnderWay({ shadow: { world } }: Answered, { id, object }: Thing): boolean {
  const row = rowsOf(world, 'EmailDelivery').find((one) => String(one.id) === id)
  const isTaken = row?.state === 'delivered' && row.attempts === 1 && row.lastStatus === TAKEN
  const takenMs = isTaken ? instantOf(row.deliveredAt ?? '') : undefined
  return object.state === 'delivering' && takenMs !== undefined && world.nowMs - takenMs > PATIENCE_MS
}
const TAKEN = 200
const PATIENCE_MS = 12 * 3_600_000

/** True if it was tried and refused, and nothing shows of that. */
function isBlank({ shadow: { world } }: Answered, { id, object }: Thing): boolean {
  const { state, attempts, lastStatus, lastError } = object
  const row = rowsOf(world, 'EmailDelivery').find((one) => String(one.id) === id)
  const isRefused = row?.lastStatus !== undefined && row.lastStatus >= REFUSED && row.state !== 'delivered'
  return (
    isRefused && state !== 'delivered' && Number(attempts) > 0 && lastStatus === undefined && lastError === undefined
  )
}
const REFUSED = 400
