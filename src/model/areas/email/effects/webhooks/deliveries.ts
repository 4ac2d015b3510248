import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { deliveryView } from '../../queries/views.ts'
import type { DeliveryRow } from '../../state/index.ts'
import { deliveriesFiltered, deliveriesNewestFirst, payloadFrozen, redeliveryIsNew } from '../../statements/webhooks.ts'
import { finish, scheduleAttempt } from './attempts.ts'
import { deliver, payloadOf } from './deliver.ts'

export const listDeliveries: Effect<'listDeliveries'> = (context) => {
  const recent = Iterator.from(deliveriesAsked(context)).take(context.gap('email.deliveries-listed'))
  return { deliveries: [...recent].map((delivery) => deliveryView(context, delivery)) }
}

function deliveriesAsked(context: EffectContext<'listDeliveries'>): Iterable<DeliveryRow> {
  const { org } = context.caller
  const { messageId, endpointId } = context.query
  const order = context.follow(deliveriesNewestFirst) ? 'newest' : 'oldest'
  if ((messageId ?? endpointId) === undefined || !context.follow(deliveriesFiltered))
    return context[order]('EmailDelivery', 'all', org)
  if (messageId === undefined) return context[order]('EmailDelivery', 'endpoint', org, endpointId ?? '')
  const ofMessage = Iterator.from(context[order]('EmailDelivery', 'message', org, messageId))
  return ofMessage.filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
}

export const redeliverDelivery: Effect<'redeliverDelivery'> = (context) => {
  const old = context.the('EmailDelivery')
  if (!context.follow(redeliveryIsNew)) return { id: restarted(context, old).number }
  const endpoint = context.get('EmailWebhook', old.org, old.endpointId)
  const { eventType, messageId } = old
  const delivery = deliver(context, {
    org: old.org,
    endpointId: old.endpointId,
    eventType,
    messageId,
    payload: payload(context, old),
  })
  if (!endpoint) finish(context, delivery, { state: 'failed', lastError: context.gap('email.reasons').deleted })
  return { id: delivery.number }
}

/** Frozen when the event happened, and the same however often it is delivered. */
function payload(context: EffectContext<'redeliverDelivery'>, old: DeliveryRow): DeliveryRow['payload'] {
  if (context.follow(payloadFrozen)) return old.payload
  const message = context.get('EmailMessage', old.org, old.messageId ?? '')
  return message ? payloadOf(context, old.eventType, message) : {}
}

function restarted(context: EffectContext<'redeliverDelivery'>, old: DeliveryRow): DeliveryRow {
  const again = { ...old, state: 'pending', attempts: 0, tries: 0, finished: false, deliveredAt: undefined } as const
  return context.put('EmailDelivery', scheduleAttempt(context, again))
}
