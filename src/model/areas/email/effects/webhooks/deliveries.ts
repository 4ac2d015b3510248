import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { seesDomain } from '../../queries/access.ts'
import { deliveryView } from '../../queries/views.ts'
import type { DeliveryRow } from '../../state/index.ts'
import { deliveriesFiltered, deliveriesNewestFirst, payloadFrozen, redeliveryIsNew } from '../../statements/webhooks.ts'
import { finish } from './attempts.ts'
import { deliver } from './deliver.ts'

export const listDeliveries: Effect<'listDeliveries'> = (context) => {
  const seen = Iterator.from(deliveriesAsked(context)).filter((delivery) => isSeen(context, delivery))
  const recent = seen.take(context.gap('email.deliveries-listed'))
  return { deliveries: [...recent].map((delivery) => deliveryView(context, delivery)) }
}

/** A caller scoped to some domains sees only their deliveries. */
function isSeen(context: EffectContext<'listDeliveries'>, { org, messageId }: DeliveryRow): boolean {
  const { caller } = context
  if (!caller.scope || context.gap('general.instance-filtering') !== 'every-list') return true
  const message = messageId === undefined ? undefined : context.get('EmailMessage', org, messageId)
  return message !== undefined && seesDomain(context, caller, message.domainId)
}

function deliveriesAsked(context: EffectContext<'listDeliveries'>): Iterable<DeliveryRow> {
  const { org } = context.caller
  const { messageId, endpointId } = context.query
  context.cite(deliveriesNewestFirst)
  if ((messageId ?? endpointId) === undefined) return context.newest('EmailDelivery', 'all', org)
  context.cite(deliveriesFiltered)
  if (messageId === undefined) return context.newest('EmailDelivery', 'endpoint', org, endpointId ?? '')
  const ofMessage = Iterator.from(context.newest('EmailDelivery', 'message', org, messageId))
  return ofMessage.filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
}

export const redeliverDelivery: Effect<'redeliverDelivery'> = (context) => {
  const old = context.the('EmailDelivery')
  context.cite(redeliveryIsNew)
  const endpoint = context.get('EmailWebhook', old.org, old.endpointId)
  const { org, endpointId, eventType, messageId } = old
  // Frozen when the event happened, and the same however often it is delivered.
  context.cite(payloadFrozen)
  const delivery = deliver(context, { org, endpointId, eventType, messageId, payload: old.payload })
  if (!endpoint) finish(context, delivery, { state: 'failed', lastError: context.gap('email.reasons').deleted })
  return { id: delivery.number }
}
