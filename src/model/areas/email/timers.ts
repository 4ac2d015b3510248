import type { TimerContext } from '../../request/contexts.ts'
import type { TimerEffect } from '../area.ts'
import { VERIFICATION_PASS, verificationPass } from './effects/domains/verification.ts'
import { CONTENT_WINDOW, contentWindowOver, LOG_WINDOW, logWindowOver } from './effects/messages/retention.ts'
import { MESSAGE_SEND, sendDue } from './effects/sending/send.ts'
import {
  attempt,
  DELIVERY_ANSWER,
  DELIVERY_ATTEMPT,
  DELIVERY_TIMEOUT,
  takeAnswer,
} from './effects/webhooks/attempts.ts'
import type { DeliveryRow } from './state/index.ts'

/** The timers of the area. */
export const TIMERS: Readonly<Record<string, TimerEffect>> = {
  [VERIFICATION_PASS]: verificationPass,
  [MESSAGE_SEND]: sendDue,
  [CONTENT_WINDOW]: contentWindowOver,
  [LOG_WINDOW]: logWindowOver,
  [DELIVERY_ATTEMPT]: (context) => {
    const delivery = context.get('EmailDelivery', context.org, String(context.data.deliveryId))
    if (delivery && !delivery.finished) attempt(context, delivery)
  },
  [DELIVERY_ANSWER]: (context) => {
    const delivery = deliveryOf(context)
    const { status, failure } = context.data
    const answer = status === undefined ? { failure: String(failure) } : { status: Number(status) }
    if (delivery?.awaiting) takeAnswer(context, delivery, { ...answer, afterMs: 0 })
  },
  [DELIVERY_TIMEOUT]: (context) => {
    const delivery = deliveryOf(context)
    if (delivery?.awaiting) takeAnswer(context, delivery, { failure: 'timeout', afterMs: 0 })
  },
}

/** Its timer has fired, so none is set. */
function deliveryOf(context: TimerContext): DeliveryRow | undefined {
  const delivery = context.get('EmailDelivery', context.org, String(context.data.deliveryId))
  return delivery && { ...delivery, due: undefined }
}
