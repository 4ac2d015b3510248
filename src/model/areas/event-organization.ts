import { isObject } from '../../contract/json.ts'
import type { EventContext } from '../request/contexts.ts'
import type { EventName } from '../request/operation-types.ts'

/** True if an event says which organization it happens to: then only what that one has is meant. */
export function saysOrganization<Name extends EventName>(context: EventContext<Name>): boolean {
  const body: unknown = context.body
  return isObject(body) && typeof body.organization === 'string'
}
