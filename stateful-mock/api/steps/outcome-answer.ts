import { type Operation, responseFor } from '../../../src/contract/operations.ts'
import type { Outcome } from '../../../src/model/decide.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { errorAnswer } from '../../http/problem.ts'
import { type Answer, emptyAnswer, jsonAnswer, type Why } from '../../http/wire.ts'
import type { ApiExchange } from './api-exchange.ts'

/** The answer to what the model decided; `entry` is its number in the journal, if the world changed. */
export function outcomeAnswer({ operation, gaps }: ApiExchange, outcome: Outcome, entry?: number): Answer {
  const consulted = gaps.consulted.length === 0 ? outcome.gaps : [...new Set([...outcome.gaps, ...gaps.consulted])]
  const why = { operation: operation.id, rules: outcome.rules, gaps: consulted, ...(entry !== undefined && { entry }) }
  const answer = bareAnswer(operation, outcome, gaps, why)
  return outcome.looked && entry === undefined ? { ...answer, looked: outcome.looked } : answer
}

function bareAnswer(operation: Operation, outcome: Outcome, gaps: GapReader, why: Why): Answer {
  if (outcome.kind === 'refused') {
    const [{ rule, status, message }] = outcome.refusals
    return errorAnswer({ status, code: rule.id.slice(rule.id.indexOf('.') + 1), message }, gaps, why)
  }
  const { status, body } = outcome
  if (body === undefined) return emptyAnswer(status, why)
  const type = responseFor(operation, status)?.contentType ?? 'application/json'
  return typeof body === 'string' && type !== 'application/json'
    ? { status, headers: { 'Content-Type': type }, body, why }
    : jsonAnswer(status, body, why)
}
