import { modelled } from '../../../src/model/model.ts'
import { errorAnswer } from '../../http/problem.ts'
import type { ApiStep } from './api-exchange.ts'

/** Answers 501 to an operation that is described and not built. */
export const refuseUnmodelled: ApiStep = (exchange, next) => {
  const { operation, gaps } = exchange
  if (modelled(operation.id)) return next(exchange)
  const message = `the mock does not know ${operation.id} yet; with Prefer: code=${operation.success.status} it answers the documented example`
  return errorAnswer({ status: 501, code: 'not-built', message }, gaps, { operation: operation.id })
}
