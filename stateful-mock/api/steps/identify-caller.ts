import { callerCredential } from '../../sandboxes/caller-credential.ts'
import type { ApiStep } from './api-exchange.ts'

/** Finds the credential that the request proves its caller with. */
export const identifyCaller: ApiStep = (exchange, next) => {
  const { sandbox, operation, request, gaps } = exchange
  return next({ ...exchange, credential: callerCredential(sandbox, operation, request.headers, gaps) })
}
