import type { ModelRequest } from '../../../src/model/request/request.ts'
import type { ApiExchange } from './api-exchange.ts'

/** The request in the form of the model. A gap names the header with the organization. */
export function modelRequest(exchange: ApiExchange): ModelRequest {
  const { sandbox, request, operation, credential, parameters, query, body } = exchange
  const organization = request.headers[sandbox.holder.gaps.value('general.organization-header').toLowerCase()]
  return { operation, credential, organization, parameters, query, body }
}
