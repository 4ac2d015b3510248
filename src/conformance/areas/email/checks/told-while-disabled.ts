import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The deliveries of endpoints that were disabled when these were listed, and all that was to come had come. */
type Seen = ReadonlyMap<string, ReadonlySet<string>>

/**
 * A disabled endpoint gets nothing (States, switches). What happens meanwhile may be kept for later, but nobody tries to
 * deliver it.
 */
export const toldWhileDisabled: Check<Seen> = {
  name: 'deliveries',
  provenance: 'implied',
  start: new Map(),
  look(answered, seen) {
    const { operation, request, things, shadow, org } = answered
    if (CHANGING.has(operation.id)) return { found: NOTHING_FOUND, memory: seen.size > 0 ? new Map() : seen }
    const { endpointId = '', ...more } = request.query
    if (operation.id !== 'listDeliveries' || !isSuccess(answered) || Object.keys(more).length > 0)
      return { found: NOTHING_FOUND, memory: seen }
    const isDisabled = rowsOf(shadow.world, 'EmailWebhook').some(
      (row) => row.org === org && row.id === endpointId && row.disabled,
    )
    if (!isDisabled) return { found: NOTHING_FOUND, memory: seen }
    const deliveries = things.filter(({ entity }) => entity === 'EmailDelivery')
    const before = seen.get(endpointId)
    const tried = before && deliveries.find(({ id, object }) => !before.has(id) && Number(object.attempts) > 0)
    if (tried) {
      const holds = { code: 'holds', path: 'deliveries', entity: 'EmailDelivery', why: 'not-in-this-list' } as const
      return {
        found: [{ ...holds, id: tried.id, expected: undefined, actual: tried.object, rules: ['EML-17'] }],
        memory: seen,
      }
    }
    const known = rowsOf(shadow.world, 'EmailDelivery').filter((row) => row.endpointId === endpointId)
    const isAll = before !== undefined || known.length === deliveries.length
    const memory = isAll ? new Map(seen).set(endpointId, new Set(deliveries.map(({ id }) => id))) : seen
    return { found: NOTHING_FOUND, memory }
  },
}

/** These may be followed by deliveries to an endpoint that was disabled. */
const CHANGING: ReadonlySet<string> = new Set(['updateWebhook', 'redeliverDelivery', 'createWebhook'])
