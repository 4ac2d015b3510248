import type { RefusalContext } from '../../../request/contexts.ts'
import type { OperationId, RequestBody } from '../../../request/operation-types.ts'

/** The body where it fits its schema; a rule about values looks no further where it does not. */
export function soundBody<Id extends OperationId>(context: RefusalContext): Partial<RequestBody<Id>> | undefined {
  // The schema has been checked, so the body is what its type says.
  return context.violations.length === 0 && context.body !== undefined
    ? (context.body as Partial<RequestBody<Id>>)
    : undefined
}

/** A text that a body may hold beside its listed fields. */
export function textBeside(body: object, field: string): string | undefined {
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' ? value : undefined
}
