import { isObject } from '../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../checks/check.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { machine } from '../../checks/machine.ts'
import type { Answered } from '../../shadow/answered.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { thingKey } from '../../shadow/shadow.ts'
import { isArmed } from './domains/armed.ts'

/** Finds nothing wrong: it remembers which domains were last seen to be verified for sending. */
export const sendingDomains: Check<ReadonlySet<string>> = {
  name: 'sending-domains',
  provenance: 'implied',
  start: new Set(),
  look: (answered, memory) => ({ found: NOTHING_FOUND, memory: withShown(answered, memory) }),
}

function withShown({ things, org }: Answered, before: ReadonlySet<string>): ReadonlySet<string> {
  const domains = things.filter(
    ({ entity, object }) => entity === 'EmailDomain' && typeof object.sendState === 'string',
  )
  if (domains.length === 0) return before
  const after = new Set(before)
  for (const { entity, id, object } of domains) {
    if (object.sendState === 'verified') after.add(thingKey(entity, org, id))
    else after.delete(thingKey(entity, org, id))
  }
  return after
}

/**
 * A domain may not be ready until it was seen to be verified: whether routes and receiving need verification is open,
 * and so is the end of a verification (Errors, Email routes; Endpoints, Email, rows 12 and 13). Before receiving is armed
 * there is nothing to verify of it, so only sending can be waited for. Where something else is in the way too, either may be
 * said.
 */
export const domainNotReady: Excuse = (answered, { outcome, seen }) =>
  (outcome.kind === 'success' || outcome.refusals.every(({ rule }) => !FIRST.has(rule.stage))) &&
  (isEarlyRoute(answered) || isEarlyArming(answered))
    ? { shadow: seen, inconclusive: `${answered.operation.id}: the domain may not be ready yet` }
    : undefined

/** Who asks, and for what, comes before how that is. */
const FIRST: ReadonlySet<string> = new Set(['authentication', 'existence'])

const keyOf = (org: string, id: unknown): string => thingKey('EmailDomain', org, String(id))

/** True if receiving was seen to be verified. */
const receives = ({ shadow, org }: Answered, id: unknown): boolean =>
  memoryOf(shadow, machine).states.get(keyOf(org, id)) === 'verified'

function isEarlyRoute(answered: Answered): boolean {
  const { operation, request, received } = answered
  const isConflict = operation.id === 'createRoute' && received.status === 409
  return isConflict && isObject(request.body) && !receives(answered, request.body.domainId)
}

function isEarlyArming(answered: Answered): boolean {
  const { operation, request, received, shadow, org } = answered
  if (operation.id !== 'armDomainReceiving' || received.status < 400 || received.status >= 500) return false
  const { id } = request.parameters
  // That it is armed again is another matter.
  const isAgain = rowsOf(shadow.world, 'EmailDomain').some((row) => row.org === org && row.id === id && isArmed(row))
  return isAgain ? !receives(answered, id) : !memoryOf(shadow, sendingDomains).has(keyOf(org, id))
}
