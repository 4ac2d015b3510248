import type { Json } from '../../../../../contract/json.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { eventTypeOf, hasChosen } from '../../queries/event-types.ts'
import { messageEventView, messageView } from '../../queries/views.ts'
import type { Announced, DeliveryRow, MessageEventRow, MessageRow, WebhookRow } from '../../state/index.ts'
import { disabledGetsNothing } from '../../statements/webhooks.ts'
import { scheduleAttempt } from './attempts.ts'

type Shipment = Pick<DeliveryRow, 'org' | 'endpointId' | 'eventType' | 'messageId' | 'payload'>

/** Puts a payload on its way to an endpoint. */
export function deliver(work: Transaction, shipment: Shipment): DeliveryRow {
  const number = work.fresh.number('EmailDelivery')
  const delivery: DeliveryRow = {
    ...shipment,
    number,
    id: String(number),
    seq: work.serial(),
    state: 'pending',
    attempts: 0,
    lastStatus: undefined,
    lastError: undefined,
    deliveredAt: undefined,
    createdAt: work.fresh.time(work.nowMs),
    tries: 0,
    finished: false,
    awaiting: false,
    due: undefined,
  }
  return work.put('EmailDelivery', scheduleAttempt(work, delivery))
}

/** Tells every endpoint that wants to know what happened to a message. */
export function announce(
  work: Transaction,
  kind: Announced,
  message: MessageRow,
  event: MessageEventRow,
): DeliveryRow[] {
  const { org } = message
  const eventType = eventTypeOf(work, org, kind)
  if (eventType === undefined) return []
  return [...work.oldest('EmailWebhook', 'all', org)].flatMap((endpoint) =>
    hasChosen(work, endpoint, eventType) ? toEndpoint(work, endpoint, { eventType, message, event }) : [],
  )
}

interface Announcement {
  readonly eventType: string
  readonly message: MessageRow
  readonly event?: MessageEventRow | undefined
}

/** None, when the endpoint is disabled and events are dropped then. */
export function toEndpoint(
  work: Transaction,
  { id: endpointId, org, disabled }: WebhookRow,
  { eventType, message, event }: Announcement,
): DeliveryRow[] {
  if (disabled) {
    work.cite(disabledGetsNothing)
    if (work.gap('email.disabled-events') === 'dropped') return []
  }
  const payload = payloadOf(work, { eventType, message, event })
  return [deliver(work, { org, endpointId, eventType, messageId: message.id, payload })]
}

/** The shape of a payload is not shown (Events, point 7). */
export function payloadOf(
  work: Transaction,
  { eventType, message, event }: Announcement,
): Readonly<Record<string, Json>> {
  const fields = work.gap('email.payload-fields')
  const data: Json = {
    message: { ...messageView(work, message) },
    ...(event && { event: { ...messageEventView(event) } }),
  }
  return { [fields.type]: eventType, [fields.time]: work.fresh.time(work.nowMs), [fields.data]: data }
}
