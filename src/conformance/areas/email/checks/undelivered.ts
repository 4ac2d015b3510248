import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { isAfterAll } from '../../../compare/moment.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * What has not been delivered shows no time of delivery (EML-15). One that was delivered before and is on its way anew may
 * show that of then.
 */
export const undelivered: Check<ReadonlySet<string>> = {
  name: 'progress',
  provenance: 'implied',
  start: new Set(),
  look(answered, delivered) {
    const { things, request, operation } = answered
    const deliveries = things.filter(({ entity }) => entity === 'EmailDelivery')
    const anew = operation.id === 'redeliverDelivery' ? [request.parameters.id ?? ''] : []
    const done = deliveries.filter(({ object }) => object.state === 'delivered').map(({ id }) => id)
    const memory = done.length + anew.length === 0 ? delivered : new Set([...delivered, ...anew, ...done])
    const wrong = deliveries.find((one) => !memory.has(one.id) && isOfSequence(answered, one) && isTimed(one))
    if (!wrong) return { found: NOTHING_FOUND, memory }
    const { deliveredAt } = wrong.object
    const unset = { code: 'unset', path: 'deliveries[EmailDelivery].deliveredAt', expected: undefined } as const
    return { found: [{ ...unset, actual: deliveredAt, rules: ['EML-15'] }], memory }
  },
}

const isTimed = ({ object }: Thing): boolean => UNDELIVERED.has(object.state) && isAfterAll(object.deliveredAt)
const UNDELIVERED: ReadonlySet<unknown> = new Set(['pending', 'failed'])

/** True if its endpoint was made in this sequence, so that nothing was delivered there before. */
const isOfSequence = ({ shadow }: Answered, { object }: Thing): boolean =>
  rowsOf(shadow.world, 'EmailWebhook').some((row) => row.id === object.endpointId && row.seq >= shadow.firstSeq)
