import type { ModelRequest } from '../../../src/model/request/request.ts'
import type { ApiExchange } from './api-exchange.ts'

/** The request as the model takes it. The organization comes in the header that the gap names. */
export function modelRequest(exchange: ApiExchange): ModelRequest {
  const { sandbox, request, operation, credential, parameters, query, body } = exchange
  const organization = request.headers[sandbox.holder.gaps.value('general.organization-header').toLowerCase()]
  return { operation, credential, organization, parameters, query, body }
}
