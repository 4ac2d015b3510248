import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * An attempt that an endpoint has refused is recorded with what came of it (Events, point 1): a status or an error, one of
 * the two at least. Only where the driver has said how the endpoint answers is it known that it refused.
 */
export const recordedAttempts: Check<undefined> = {
  name: 'progress',
  provenance: 'stated',
  start: undefined,
  look(answered, memory) {
    const wrong = answered.things.find((thing) => thing.entity === 'EmailDelivery' && isBlank(answered, thing))
    if (!wrong) return { found: NOTHING_FOUND, memory }
    const missing = { code: 'missing', path: 'deliveries[EmailDelivery].lastStatus', actual: undefined } as const
    return {
      found: [{ ...missing, expected: 'the status of the last attempt, or its error', rules: ['EML-15'] }],
      memory,
    }
  },
}

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
