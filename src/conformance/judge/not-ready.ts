import { isObject } from '../../contract/json.ts'
import type { ModelRequest } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'

/**
 * Whether a domain must be verified before it can have routes, or be armed for receiving, is open, and so is when a
 * verification ends (Errors, Email routes; Endpoints, Email, rows 12 and 13): until it was seen to be verified it may
 * not be ready.
 */
export function mayNotBeReady(
  shadow: Shadow,
  { operation, parameters, body }: ModelRequest,
  { status }: Received,
  org: string,
): boolean {
  const unseen = (id: unknown) => shadow.states.get(thingKey('EmailDomain', org, String(id))) !== 'verified'
  if (operation.id === 'createRoute') return status === 409 && isObject(body) && unseen(body.domainId)
  return operation.id === 'armDomainReceiving' && status >= 400 && status < 500 && unseen(parameters.id)
}
