import type { Json } from '../json.ts'
import type { Schema } from '../openapi.ts'

/** Values that can be tried one after the other; a status or a number is read off the answer instead. */
export function possibleValues(schema: Schema | undefined): readonly Json[] {
  if (!schema) return []
  if (schema.enum) return schema.enum
  if (schema.type === 'boolean') return [true, false]
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(possibleValues)
}
