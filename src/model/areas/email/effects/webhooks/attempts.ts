import type { Transaction } from '../../../../world/transaction.ts'
import type { DeliveryRow, EndpointAnswer, WebhookRow } from '../../state/index.ts'
import { disabledGetsNothing } from '../../statements/webhooks.ts'
import { noteAnswer, noteAttempt } from './attempt-log.ts'
import { nextAnswer } from './script.ts'

export const DELIVERY_ATTEMPT = 'delivery-attempt'
export const DELIVERY_ANSWER = 'delivery-answer'
export const DELIVERY_TIMEOUT = 'delivery-timeout'

/** Sets the timer of the next attempt; the waits grow with the attempts there were. */
export function scheduleAttempt(work: Transaction, delivery: DeliveryRow): DeliveryRow {
  const { waitsSeconds } = work.gap('email.delivery-attempts')
  const wait = waitsSeconds[delivery.tries] ?? waitsSeconds.at(-1) ?? 0
  const due = work.schedule(DELIVERY_ATTEMPT, work.nowMs + wait * 1000, { org: delivery.org, deliveryId: delivery.id })
  return { ...delivery, due }
}

/** Ends a delivery, well or not; whatever was still to happen to it does not. */
export function finish(work: Transaction, delivery: DeliveryRow, how: Partial<DeliveryRow>): DeliveryRow {
  if (delivery.due !== undefined) work.cancel(delivery.due)
  return work.put('EmailDelivery', { ...delivery, ...how, finished: true, awaiting: false, due: undefined })
}

/** The time for an attempt has come: its timer has fired, so none is set. */
export function attempt(work: Transaction, awaited: DeliveryRow): void {
  const delivery = { ...awaited, due: undefined }
  const endpoint = work.get('EmailWebhook', delivery.org, delivery.endpointId)
  const reasons = work.gap('email.reasons')
  if (!endpoint) finish(work, delivery, { state: 'failed', lastError: reasons.deleted })
  else if (!endpoint.disabled) goOut(work, delivery, endpoint, Number(awaited.due))
  else holdBack(work, delivery, reasons.disabled)
}

function holdBack(work: Transaction, delivery: DeliveryRow, lastError: string): void {
  work.cite(disabledGetsNothing)
  if (work.gap('email.disabled-pending') === 'held') work.put('EmailDelivery', delivery)
  else finish(work, delivery, { state: 'failed', lastError })
}

/** An attempt has the number of the timer it waited for. */
function goOut(work: Transaction, delivery: DeliveryRow, endpoint: WebhookRow, seq: number): void {
  const { org, id, attempts, tries } = delivery
  const out = { ...delivery, state: 'delivering', attempts: attempts + 1, tries: tries + 1, awaiting: true } as const
  const answer = nextAnswer(work, endpoint)
  noteAttempt(work, { ...out, seq }, endpoint, answer !== undefined)
  const patienceMs = work.gap('email.delivery-attempts').timeoutSeconds * 1000
  if (!answer || answer.afterMs >= patienceMs) {
    // Somebody really sends it, or nobody does: the answer comes from outside, or never.
    const due = work.schedule(DELIVERY_TIMEOUT, work.nowMs + patienceMs, { org, deliveryId: id })
    work.put('EmailDelivery', { ...out, due })
  } else if (answer.afterMs > 0) {
    const told = 'status' in answer ? { status: answer.status } : { failure: answer.failure }
    const due = work.schedule(DELIVERY_ANSWER, work.nowMs + answer.afterMs, { org, deliveryId: id, ...told })
    work.put('EmailDelivery', { ...out, due })
  } else takeAnswer(work, { ...out, due: undefined }, answer)
}

/** Records the result of an attempt. */
export function takeAnswer(work: Transaction, delivery: DeliveryRow, answer: EndpointAnswer): void {
  noteAnswer(work, delivery, answer)
  if ('status' in answer && counts(work, answer.status)) {
    const deliveredAt = work.fresh.time(work.nowMs)
    finish(work, delivery, { state: 'delivered', lastStatus: answer.status, lastError: undefined, deliveredAt })
    return
  }
  const reasons = work.gap('email.reasons')
  const failed: DeliveryRow =
    'status' in answer
      ? { ...delivery, lastStatus: answer.status, lastError: `${reasons.status}: ${answer.status}` }
      : { ...delivery, lastStatus: undefined, lastError: `${reasons.failure}: ${answer.failure}` }
  if (failed.tries < work.gap('email.delivery-attempts').most) tryAgain(work, failed)
  else giveUp(work, failed)
}

function counts(work: Transaction, status: number): boolean {
  switch (work.gap('email.delivery-success')) {
    case '2xx':
      return status >= 200 && status < 300
    case 'only-200':
      return status === 200
    case 'below-400':
      return status < 400
  }
}

/** One delivery that counts its attempts, or one for each attempt: both can be read (Events, point 1). */
function tryAgain(work: Transaction, delivery: DeliveryRow): void {
  if (delivery.due !== undefined) work.cancel(delivery.due)
  if (work.gap('email.delivery-recording') === 'one-with-counter') {
    const state = work.gap('email.delivery-between-attempts')
    work.put('EmailDelivery', scheduleAttempt(work, { ...delivery, state, awaiting: false }))
    return
  }
  finish(work, delivery, { state: 'failed' })
  const number = work.fresh.number('EmailDelivery')
  const fresh = { number, id: String(number), seq: work.serial(), createdAt: work.fresh.time(work.nowMs) }
  const untold = { lastStatus: undefined, lastError: undefined, attempts: 0, awaiting: false }
  work.put('EmailDelivery', scheduleAttempt(work, { ...delivery, ...fresh, ...untold, state: 'pending' }))
}

function giveUp(work: Transaction, delivery: DeliveryRow): void {
  const { org, endpointId } = finish(work, delivery, { state: 'failed' })
  if (work.gap('email.auto-disable') === 'never') return
  const endpoint = work.get('EmailWebhook', org, endpointId)
  if (endpoint) work.put('EmailWebhook', { ...endpoint, disabled: true })
}
