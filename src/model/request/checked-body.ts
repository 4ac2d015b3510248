import type { RefusalContext } from './contexts.ts'
import type { OperationId, RequestBody } from './operation-types.ts'

/** The body where it fits its schema; a rule about values looks no further where it does not. */
export function checkedBody<Id extends OperationId>(context: RefusalContext): RequestBody<Id> | undefined {
  // The schema has been checked, so the body is what its type says.
  return context.violations.length === 0 ? (context.body as RequestBody<Id> | undefined) : undefined
}
