import type { Next } from '../../http/compose.ts'
import type { ApiExchange } from './api-exchange.ts'
import { modelRequest } from './model-request.ts'
import { outcomeAnswer } from './outcome-answer.ts'

/** The model decides, and what it changes is the next world. */
export const decideAnswer: Next<ApiExchange> = (exchange) => {
  const { holder } = exchange.sandbox
  const request = modelRequest(exchange)
  if (exchange.dryRun) return outcomeAnswer(exchange, holder.consider(request))
  const outcome = holder.request(request)
  return outcomeAnswer(exchange, outcome, outcome.changes.length > 0 ? holder.entries : undefined)
}
