import { isObject } from '../../../contract/json.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { machine } from '../../checks/machine.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { thingKey } from '../../shadow/shadow.ts'

/**
 * A domain may not be ready until it was seen to be verified: whether routes and receiving need verification is open,
 * and so is the end of a verification (Errors, Email routes; Endpoints, Email, rows 12 and 13).
 */
export const domainNotReady: Excuse = (
  { operation, request, received: { status }, shadow, org },
  { outcome, seen },
) => {
  if (outcome.kind !== 'success') return undefined
  const { parameters, body } = request
  const { states } = memoryOf(shadow, machine)
  const isUnseen = (id: unknown) => states.get(thingKey('EmailDomain', org, String(id))) !== 'verified'
  const mayWait =
    operation.id === 'createRoute'
      ? status === 409 && isObject(body) && isUnseen(body.domainId)
      : operation.id === 'armDomainReceiving' && status >= 400 && status < 500 && isUnseen(parameters.id)
  return mayWait ? { shadow: seen, inconclusive: `${operation.id}: the domain may not be ready yet` } : undefined
}
