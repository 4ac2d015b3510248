import type { Transaction } from '../../../../world/transaction.ts'
import type { WebhookRow } from '../../state/index.ts'
import { finish, scheduleAttempt } from './attempts.ts'

/** Ends the pending deliveries to an endpoint. */
export function endDeliveries(work: Transaction, { org, id }: WebhookRow, because: 'disabled' | 'deleted'): void {
  for (const delivery of [...work.oldest('EmailDelivery', 'unfinished', org, id)])
    finish(work, delivery, { state: 'failed', lastError: work.gap('email.reasons')[because] })
}

/** Resumes deliveries that were held while the endpoint was disabled. */
export function resumeDeliveries(work: Transaction, { org, id }: WebhookRow): void {
  for (const delivery of [...work.oldest('EmailDelivery', 'unfinished', org, id)])
    if (delivery.due === undefined) work.put('EmailDelivery', scheduleAttempt(work, delivery))
}
