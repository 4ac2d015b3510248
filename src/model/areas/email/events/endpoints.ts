import type { Transaction } from '../../../world/transaction.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { takeAnswer } from '../effects/webhooks/attempts.ts'
import { nextAnswer } from '../effects/webhooks/script.ts'
import type { EndpointAnswer, WebhookRow } from '../state/index.ts'

/** Sets an endpoint's answers: first to the attempts in flight, then to later ones. */
export const webhookEndpointAnswers: EventEffect<'webhookEndpointAnswers'> = (context) => {
  const { endpointId, answers, afterwards = 'repeat-last' } = context.body
  const before = context.get('EmailWebhook', context.org, endpointId)
  if (!before) throw new ImpossibleEvent('unknown', `there is no webhook endpoint ${endpointId}`)
  const script = answers.map(readAnswer)
  const last = afterwards === 'repeat-last' ? script.at(-1) : undefined
  const endpoint = { ...before, script: script.length > 0 ? { answers: script, last } : undefined }
  context.put('EmailWebhook', endpoint)
  answerWaiting(context, endpoint)
  return eventAnswer(context, { entity: 'EmailWebhook', id: endpointId, change: 'changed' })
}

/** The two kinds of answers, as the schema of the event has them. */
function readAnswer(given: { status?: number; failure?: string; afterMs?: number }): EndpointAnswer {
  const { status, failure = 'refused', afterMs = 0 } = given
  return status === undefined ? { failure, afterMs } : { status, afterMs }
}

function answerWaiting(work: Transaction, endpoint: WebhookRow): void {
  for (const delivery of [...work.oldest('EmailDelivery', 'unfinished', endpoint.org, endpoint.id)]) {
    const answer = delivery.awaiting ? nextAnswer(work, endpoint) : undefined
    if (answer) takeAnswer(work, delivery, answer)
  }
}
