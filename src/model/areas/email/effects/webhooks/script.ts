import type { Transaction } from '../../../../world/transaction.ts'
import type { EndpointAnswer, WebhookRow } from '../../state/index.ts'

/** The scripted answer to the next attempt; undefined without a script: then a real request is sent. */
export function nextAnswer(work: Transaction, endpoint: WebhookRow): EndpointAnswer | undefined {
  const { script } = work.get('EmailWebhook', endpoint.org, endpoint.id) ?? endpoint
  if (!script) return undefined
  const [next, ...answers] = script.answers
  if (!next) return script.last
  work.put('EmailWebhook', { ...endpoint, script: { ...script, answers } })
  return next
}
