import type { RefusalContext } from '../../../request/contexts.ts'
import type { OperationId, RequestBody } from '../../../request/operation-types.ts'

/** The body where it fits its schema; where it does not, that is what the request is refused for. */
export function asked<Id extends OperationId>(context: RefusalContext): Partial<RequestBody<Id>> | undefined {
  const sound = context.violations.length === 0 && context.body !== undefined
  // The schema has been checked, so the body is what its type says.
  return sound ? (context.body as Partial<RequestBody<Id>>) : undefined
}
