import type { GapValues } from '../../../../../contract/generated/gaps.ts'
import type { Json } from '../../../../../contract/json.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { EndpointAnswer } from '../../state/index.ts'
import { noteSigned, secretOf } from './attempt-log.ts'
import { takeAnswer } from './attempts.ts'

/** An attempt that waits for somebody to really make it. */
export interface OutgoingAttempt {
  readonly deliveryId: string
  readonly attempt: number
  readonly url: string
  readonly payload: Readonly<Record<string, Json>>
  /** The secret and the scheme that the payload is signed with. */
  readonly secret: string
  readonly signature: GapValues['email.signature']
}

/** The attempts of an organization that are out and have no answer yet. */
export function outgoingAttempts(reader: Reader, org: string): OutgoingAttempt[] {
  const signature = reader.gap('email.signature')
  return [...reader.oldest('EmailDelivery', 'awaiting', org)].flatMap(({ id, endpointId, tries, payload }) => {
    const endpoint = reader.get('EmailWebhook', org, endpointId)
    const scripted = reader.get('EmailAttempt', org, id, String(tries))?.scripted ?? endpoint?.script !== undefined
    // An endpoint with a script gets no real request; its answer only takes time.
    if (!endpoint || scripted) return []
    return [
      { deliveryId: id, attempt: tries, url: endpoint.url, payload, secret: secretOf(reader, endpoint), signature },
    ]
  })
}

/** The result of a webhook attempt that was really sent. */
export interface AttemptResult {
  readonly deliveryId: string
  readonly answer: EndpointAnswer
  readonly attempt?: number
  readonly signedAtMs?: number
}

/** Takes what a real attempt came to; too late, it says nothing any more. */
export function attemptAnswered(
  work: Transaction,
  org: string,
  { deliveryId, answer, attempt: number, signedAtMs }: AttemptResult,
): void {
  const delivery = work.get('EmailDelivery', org, deliveryId)
  if (!delivery) return
  const attempt = number ?? delivery.tries
  if (signedAtMs !== undefined) noteSigned(work, { ...delivery, tries: attempt }, signedAtMs)
  if (delivery.awaiting && delivery.tries === attempt) takeAnswer(work, delivery, answer)
}
