import { responseFor } from '../../src/contract/contract.ts'
import type { Operation } from '../../src/contract/operations.ts'
import type { AppliedRefusal, ModelRequest, Outcome } from '../../src/model/decide.ts'
import { modelled } from '../../src/model/model.ts'
import { STAGES } from '../../src/model/rule.ts'
import type { Mock } from '../mock.ts'
import { acceptProblem } from './acceptable.ts'
import type { Asking } from './asking.ts'
import { callerCredential } from './caller-credential.ts'
import { readJsonBody } from './json-body.ts'
import { forcedAnswer } from './prefer.ts'
import { errorAnswer, type Problem } from './problem.ts'
import { readQuery } from './query.ts'
import { route } from './route.ts'
import { parseTarget } from './target.ts'
import { answerUnrouted } from './unrouted.ts'
import { type Answer, emptyAnswer, jsonAnswer, type WireRequest } from './wire.ts'

/** A request to the API, from its path to its answer. */
export function answerApi(mock: Mock, request: WireRequest, ask: Asking): Answer {
  const { path, query: queryText } = parseTarget(request.target)
  const routed = route(mock.contract, request.method, path, ask)
  if (routed.found !== 'operation') return answerUnrouted(mock, request, routed, ask)
  const { operation, parameters } = routed
  const forced = forcedAnswer(operation, request.headers.prefer, ask)
  if (forced) return forced
  if (!modelled(operation.id)) return notBuilt(operation, ask)
  const credential = callerCredential(mock, operation, request.headers, ask)
  const input = readInput(operation, request, queryText, ask)
  if ('problem' in input) {
    const bare = { operation, credential, parameters, query: {}, body: undefined }
    return answerProblem(mock, bare, input.problem, ask)
  }
  return answerOutcome(operation, mock.holder.request({ operation, credential, parameters, ...input }), ask)
}

type Input = Pick<ModelRequest, 'query' | 'body'> | { readonly problem: Problem }

function readInput(operation: Operation, request: WireRequest, queryText: string, ask: Asking): Input {
  const unacceptable = acceptProblem(request.headers.accept, ask)
  if (unacceptable) return { problem: unacceptable }
  const queried = readQuery(operation, queryText, ask)
  if ('problem' in queried) return queried
  const read = readJsonBody(operation, request, ask)
  return 'problem' in read ? read : { ...queried, ...read }
}

/** Input that cannot be read is refused as invalid, unless something comes before that. */
function answerProblem(mock: Mock, bare: ModelRequest, problem: Problem, ask: Asking): Answer {
  const outcome = mock.holder.consider(bare)
  if (outcome.kind === 'refused' && comesBeforeValidation(outcome.refusals[0], ask))
    return answerOutcome(bare.operation, outcome, ask)
  return errorAnswer(problem, ask, { operation: bare.operation.id })
}

function comesBeforeValidation({ rule }: AppliedRefusal, ask: Asking): boolean {
  const order: readonly string[] = ask('general.refusal-precedence')
  const rank = (stage: string) => (order.includes(stage) ? order.indexOf(stage) : STAGES.length)
  return rank(rule.stage) < rank('validation')
}

function answerOutcome(operation: Operation, outcome: Outcome, ask: Asking): Answer {
  const why = { operation: operation.id, rules: outcome.rules, gaps: [...new Set([...outcome.gaps, ...ask.asked])] }
  if (outcome.kind === 'refused') {
    const [{ rule, status, message }] = outcome.refusals
    return errorAnswer({ status, code: rule.id.slice(rule.id.indexOf('.') + 1), message }, ask, why)
  }
  const { status, body } = outcome
  if (body === undefined) return emptyAnswer(status, why)
  const type = responseFor(operation, status)?.contentType ?? 'application/json'
  return typeof body === 'string' && type !== 'application/json'
    ? { status, headers: { 'Content-Type': type }, body, why }
    : jsonAnswer(status, body, why)
}

function notBuilt(operation: Operation, ask: Asking): Answer {
  const message = `the mock does not know ${operation.id} yet; with Prefer: code=${operation.success.status} it answers the documented example`
  return errorAnswer({ status: 501, code: 'not-built', message }, ask, { operation: operation.id })
}
