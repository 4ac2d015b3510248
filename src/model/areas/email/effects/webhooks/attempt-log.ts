import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { DeliveryRow, EndpointAnswer, WebhookRow } from '../../state/index.ts'
import { rotationReplaces } from '../../statements/webhooks.ts'

/** Notes an attempt that goes out, under a number of its own; its answer comes later. */
export function noteAttempt(work: Transaction, delivery: DeliveryRow, endpoint: WebhookRow, scripted: boolean): void {
  const { org, id: deliveryId, seq, endpointId, tries, payload } = delivery
  work.put('EmailAttempt', {
    id: String(tries),
    org,
    seq,
    deliveryId,
    endpointId,
    attempt: tries,
    atMs: work.nowMs,
    url: endpoint.url,
    payload,
    secret: secretOf(work, endpoint),
    scripted,
    signedAtMs: undefined,
    status: undefined,
    error: undefined,
  })
}

/** The signing secret: after a rotation the old one signs nothing any more (Events, point 1). */
export function secretOf(reader: Reader, endpoint: WebhookRow): string {
  reader.cite(rotationReplaces)
  return endpoint.signingSecret
}

/** Records the result of the latest attempt. */
export function noteAnswer(work: Transaction, { org, id, tries }: DeliveryRow, answer: EndpointAnswer): void {
  const attempt = work.get('EmailAttempt', org, id, String(tries))
  if (!attempt) return
  work.put('EmailAttempt', {
    ...attempt,
    status: 'status' in answer ? answer.status : undefined,
    error: 'failure' in answer ? answer.failure : undefined,
  })
}

/** Notes when an attempt was really signed. */
export function noteSigned(work: Transaction, { org, id, tries }: DeliveryRow, signedAtMs: number): void {
  const attempt = work.get('EmailAttempt', org, id, String(tries))
  if (attempt) work.put('EmailAttempt', { ...attempt, signedAtMs })
}
