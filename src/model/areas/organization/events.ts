import { EVERYWHERE } from '../../identity/identity.ts'
import type { EventEffect } from '../area.ts'
import { eventAnswer } from '../event-answer.ts'

/** The payment provider is one for all organizations. */
export const billingEmailCollides: EventEffect<'billingEmailCollides'> = (context) => {
  const { email, collides = true } = context.body
  const id = email.toLowerCase()
  if (collides) context.put('BillingCollision', { id, org: EVERYWHERE, seq: context.serial() })
  else context.remove('BillingCollision', EVERYWHERE, id)
  return eventAnswer(context)
}
