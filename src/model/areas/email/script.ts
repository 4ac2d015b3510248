import type { EndpointAnswer, WebhookRow } from './state.ts'
import type { Work } from './work.ts'

/** What an endpoint's script says to the next attempt; undefined: there is none, it is really asked. */
export function nextAnswer(work: Work, endpoint: WebhookRow): EndpointAnswer | undefined {
  const { script } = work.get('EmailWebhook', endpoint.org, endpoint.id) ?? endpoint
  if (!script) return undefined
  const [next, ...answers] = script.answers
  if (!next) return script.last
  work.put('EmailWebhook', { ...endpoint, script: { ...script, answers } })
  return next
}
