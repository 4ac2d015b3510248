import { type Found, plainCheck } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * A delivery tells its message, by which the list is filtered (Endpoints, Email, row 26). Not every event need be about one;
 * but of two deliveries of one event type to one of our endpoints not one is and the other is not.
 */
export const toldMessage = plainCheck('events', (answered): Found[] => {
  const { operation, things, shadow, org } = answered
  if (operation.id !== 'listDeliveries' || !isSuccess(answered)) return []
  const ours = new Set(rowsOf(shadow.world, 'EmailWebhook').flatMap((row) => (row.org === org ? [row.id] : [])))
  const told = things.filter(({ entity, object }) => entity === 'EmailDelivery' && ours.has(String(object.endpointId)))
  const without = told.find(
    ({ object }) =>
      object.messageId === undefined &&
      told.some(
        ({ object: other }) =>
          other.endpointId === object.endpointId &&
          other.eventType === object.eventType &&
          typeof other.messageId === 'string',
      ),
  )
  if (!without) return []
  const place = { code: 'value', path: 'deliveries.messageId', expected: 'the message it is about' } as const
  return [{ ...place, actual: undefined, rules: ['EML-15'] }]
})
