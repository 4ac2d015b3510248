import { isObject } from '../../../../contract/json.ts'

/** A text that a body may hold beside its listed fields. */
export function textBeside(body: unknown, field: string): string | undefined {
  const value = isObject(body) ? body[field] : undefined
  return typeof value === 'string' ? value : undefined
}
