import type { ModelRequest } from '../../../src/model/request/request.ts'
import { errorAnswer } from '../../http/problem.ts'
import { parseTarget } from '../../http/request-target.ts'
import { route } from '../../http/route.ts'
import type { ApiExchange, ApiStep } from './api-exchange.ts'
import { entityTag, holdsTag } from './entity-tag.ts'
import { modelRequest } from './model-request.ts'

/**
 * Refuses a write whose If-Match names another tag than what is there now has (RFC 9110, 13.1.1), where If-Match
 * counts. Only for a write that would succeed otherwise, and only where its path can also be read.
 */
export const checkIfMatch: ApiStep = (exchange, next) => {
  const { request, sandbox, operation, gaps } = exchange
  const named = request.headers['if-match']
  if (named === undefined || request.method === 'GET' || request.method === 'HEAD') return next(exchange)
  if (gaps.read('general.if-match') === 'ignore') return next(exchange)
  const asked = modelRequest(exchange)
  if (sandbox.holder.consider(asked).kind === 'refused') return next(exchange)
  const tag = presentTag(exchange, asked)
  if (tag === undefined || holdsTag(named, tag)) return next(exchange)
  const message = 'If-Match does not match the current version'
  return errorAnswer({ status: 412, code: 'precondition-failed', message }, gaps, { operation: operation.id })
}

function presentTag({ sandbox, request, gaps }: ApiExchange, asked: ModelRequest): string | undefined {
  const read = route(sandbox.contract, 'GET', parseTarget(request.target).path, gaps)
  if (read.found !== 'operation') return undefined
  const { operation, parameters } = read
  const outcome = sandbox.holder.consider({ ...asked, operation, parameters, query: {}, body: undefined })
  if (outcome.kind !== 'success') return undefined
  return entityTag(sandbox.mock.platform.hashes, JSON.stringify(outcome.body))
}
