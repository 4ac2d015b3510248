import type { RefusalContext } from '../../../request/contexts.ts'
import type { OperationId, RequestBody } from '../../../request/operation-types.ts'

/** The body where it fits its schema; a rule about values looks no further where it does not. */
export function soundBody<Id extends OperationId>(context: RefusalContext): RequestBody<Id> | undefined {
  if (context.violations.length > 0 || context.body === undefined) return undefined
  const checked: unknown = context.body
  return checked as RequestBody<Id>
}
