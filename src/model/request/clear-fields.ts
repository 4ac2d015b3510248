import { type Operation, successSchema } from '../../contract/operations.ts'
import type { RequestContext } from './request-context.ts'

/** Takes away what a change gave as null, where what is shown may lack it; elsewhere such a null says nothing. */
export function clearFields(context: RequestContext, fields: readonly string[]): void {
  const { entity = '' } = context.operation
  const row = fields.length > 0 && context.isTable(entity) ? context.named(entity) : undefined
  if (!row || !context.isTable(entity)) return
  const nothing = fields.filter((name) => name in row && mayLack(context.operation, name))
  if (nothing.length > 0)
    context.put(entity, { ...row, ...Object.fromEntries(nothing.map((name) => [name, undefined])) })
}

function mayLack(operation: Operation, name: string): boolean {
  const shown = successSchema(operation)
  return shown?.properties?.[name]?.type === 'string' && !shown.required?.includes(name)
}
