import type { AppliedRefusal } from '../../../src/model/decide.ts'
import { STAGES } from '../../../src/model/rules/rule.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { errorAnswer, type Problem } from '../../http/problem.ts'
import type { Answer } from '../../http/wire.ts'
import { acceptProblem } from '../input/accept-header.ts'
import { readJsonBody } from '../input/json-body.ts'
import { readQuery } from '../input/query-parameters.ts'
import type { ApiExchange, ApiStep } from './api-exchange.ts'
import { modelRequest } from './model-request.ts'
import { outcomeAnswer } from './outcome-answer.ts'

/** Reads the query and the body. */
export const readInput: ApiStep = (exchange, next) => {
  const { operation, request, queryText, gaps } = exchange
  const unacceptable = acceptProblem(request.headers.accept, gaps)
  if (unacceptable) return refuse(exchange, unacceptable)
  const queried = readQuery(operation, queryText, gaps)
  if ('problem' in queried) return refuse(exchange, queried.problem)
  const read = readJsonBody(operation, request, gaps)
  if ('problem' in read) return refuse(exchange, read.problem)
  return next({ ...exchange, query: queried.query, body: read.body })
}

/** Input that cannot be read is refused as invalid, unless another refusal comes before that. */
function refuse(exchange: ApiExchange, problem: Problem): Answer {
  const { sandbox, operation, gaps } = exchange
  const outcome = sandbox.holder.consider(modelRequest(exchange))
  if (outcome.kind === 'refused' && comesBeforeValidation(outcome.refusals[0], gaps))
    return outcomeAnswer(exchange, outcome)
  return errorAnswer(problem, gaps, { operation: operation.id })
}

function comesBeforeValidation({ rule }: AppliedRefusal, gaps: GapReader): boolean {
  const order: readonly string[] = gaps.read('general.refusal-precedence')
  const rank = (stage: string) => (order.includes(stage) ? order.indexOf(stage) : STAGES.length)
  return rank(rule.stage) < rank('validation')
}
